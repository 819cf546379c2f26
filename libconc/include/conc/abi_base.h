/* SPDX-License-Identifier: MIT */
/* Definitions for the ABI headers of all constructs. */
#ifndef CONC_ABI_BASE_H
#define CONC_ABI_BASE_H

#include <stddef.h>
#include <stdint.h>

/* Is this a program under ThreadSanitizer? Then the library, and the inline functions here, tell
 * the sanitizer which accesses of the program's threads are ordered (edge.h of the sources). */
#ifndef CONC_RACES
#if defined(CONC_SCHEDULES) && CONC_SCHEDULES
#define CONC_RACES 0
#elif defined(__SANITIZE_THREAD__)
#define CONC_RACES 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CONC_RACES 1
#endif
#endif
#endif
#ifndef CONC_RACES
#define CONC_RACES 0
#endif
/* to: the caller takes the past that the object was given; from: gives the object its own. Needed
 * beside atomic operations, too: the library uses the inline functions, and there the sanitizer
 * does not see these. Declaring the sanitizer's own reserved names would make clang warn in a
 * program. lock and unlock: the same for a lock; left: a reader left it. In seeded runs the
 * detector is libconc's. */
#if defined(CONC_SCHEDULES) && CONC_SCHEDULES
#define CONC_ABI_EDGES 1
/* Is it a unit of the program? */
#if defined(__SANITIZE_THREAD__)
#define CONC_ABI_SEEDED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CONC_ABI_SEEDED 1
#endif
#endif
void conc_abi_edge_to(const volatile void *object);
void conc_abi_edge_from(const volatile void *object);
void conc_abi_edge_lock(const volatile void *object);
void conc_abi_edge_unlock(const volatile void *object);
void conc_abi_edge_left(const volatile void *object);
#define CONC_ABI_EDGE_TO(object) conc_abi_edge_to(object)
#define CONC_ABI_EDGE_FROM(object) conc_abi_edge_from(object)
#define CONC_ABI_EDGE_LOCK(object) conc_abi_edge_lock(object)
#define CONC_ABI_EDGE_UNLOCK(object) conc_abi_edge_unlock(object)
#define CONC_ABI_EDGE_LEFT(object) conc_abi_edge_left(object)
#elif CONC_RACES
#define CONC_ABI_EDGES 1
void conc_abi_edge_to(void *object) __asm__("__tsan_acquire");
void conc_abi_edge_from(void *object) __asm__("__tsan_release");
#define CONC_ABI_EDGE_TO(object) conc_abi_edge_to(object)
#define CONC_ABI_EDGE_FROM(object) conc_abi_edge_from(object)
#define CONC_ABI_EDGE_LOCK(object) conc_abi_edge_to(object)
#define CONC_ABI_EDGE_UNLOCK(object) conc_abi_edge_from(object)
#define CONC_ABI_EDGE_LEFT(object) ((void)0)
#else
#define CONC_ABI_EDGES 0
#define CONC_ABI_EDGE_TO(object) ((void)0)
#define CONC_ABI_EDGE_FROM(object) ((void)0)
#define CONC_ABI_EDGE_LOCK(object) ((void)0)
#define CONC_ABI_EDGE_UNLOCK(object) ((void)0)
#define CONC_ABI_EDGE_LEFT(object) ((void)0)
#endif

#ifndef CONC_ABI_SEEDED
#define CONC_ABI_SEEDED 0
#endif

#define CONC_STRING_(x) #x
#define CONC_STRING(x) CONC_STRING_(x)

/* "file:line" of the place where it is used. */
#define CONC_PLACE __FILE__ ":" CONC_STRING(__LINE__)
/* Without optimisation a call that is always inlined may have no line of its own: a breakpoint
 * could not be set there, and gcov would not count it. A value computed there gives it one. */
#ifdef __OPTIMIZE__
#define CONC_HERE CONC_PLACE
#else
#define CONC_HERE ((const char *){CONC_PLACE})
#endif

/* Runs type_end(&variable) when control leaves the variable's scope in any way. */
#define CONC_SCOPED(type) __attribute__((__cleanup__(type##_end), __unused__))

#define CONC_UNUSED_ __attribute__((__unused__))
#define CONC_ABI_INLINE static inline __attribute__((__always_inline__, __artificial__, __unused__))

/* Ends a macro that defines functions, so that a ';' can follow. */
#define CONC_ABI_DEFINED struct conc_thread

/* Clears an object that cannot have an initialiser (a variable length array). */
#define CONC_ZERO(object) ((void)__builtin_memset((void *)&(object), 0, sizeof(object)))

/* with(type, i) for the i-th of up to eight types, and between(), such as a comma, between them. */
#define CONC_ABI_EACH0_(with, between, ...)
#define CONC_ABI_EACH1_(with, between, A) with(A, 1)
#define CONC_ABI_EACH2_(with, between, A, B) CONC_ABI_EACH1_(with, between, A) between() with(B, 2)
#define CONC_ABI_EACH3_(with, between, A, B, C) \
	CONC_ABI_EACH2_(with, between, A, B) between() with(C, 3)
#define CONC_ABI_EACH4_(with, between, A, B, C, D) \
	CONC_ABI_EACH3_(with, between, A, B, C) between() with(D, 4)
#define CONC_ABI_EACH5_(with, between, A, B, C, D, E) \
	CONC_ABI_EACH4_(with, between, A, B, C, D) between() with(E, 5)
#define CONC_ABI_EACH6_(with, between, A, B, C, D, E, F) \
	CONC_ABI_EACH5_(with, between, A, B, C, D, E) between() with(F, 6)
#define CONC_ABI_EACH7_(with, between, A, B, C, D, E, F, G) \
	CONC_ABI_EACH6_(with, between, A, B, C, D, E, F) between() with(G, 7)
#define CONC_ABI_EACH8_(with, between, A, B, C, D, E, F, G, H) \
	CONC_ABI_EACH7_(with, between, A, B, C, D, E, F, G) between() with(H, 8)
#define CONC_ABI_COMMA_() ,
#define CONC_ABI_NOTHING_()

#endif
