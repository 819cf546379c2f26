/* SPDX-License-Identifier: MIT */
/* What every construct's ABI header needs. */
#ifndef CONC_ABI_BASE_H
#define CONC_ABI_BASE_H

#include <stddef.h>
#include <stdint.h>

/* Is this a program under ThreadSanitizer? Then the library tells it what the program's threads may
 * rely on (edge.h of the sources), and what is inline here does so, too. */
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
/* The caller takes the past that the object was given, or gives it its own. Also beside atomic
 * operations: in the library, which uses what is inline here, these are not seen. The sanitizer's
 * own names are reserved, which clang warns of in a program. */
#if CONC_RACES
void conc_abi_edge_to(void *object) __asm__("__tsan_acquire");
void conc_abi_edge_from(void *object) __asm__("__tsan_release");
#define CONC_ABI_EDGE_TO(object) conc_abi_edge_to(object)
#define CONC_ABI_EDGE_FROM(object) conc_abi_edge_from(object)
#else
#define CONC_ABI_EDGE_TO(object) ((void)0)
#define CONC_ABI_EDGE_FROM(object) ((void)0)
#endif

#define CONC_STRING_(x) #x
#define CONC_STRING(x) CONC_STRING_(x)
#define CONC_PASTE_(a, b) a##b
#define CONC_PASTE(a, b) CONC_PASTE_(a, b)

/* "file:line" of the place where it stands. */
#define CONC_PLACE __FILE__ ":" CONC_STRING(__LINE__)
/* Without optimisation a call that is always inlined may have no line of its own: no breakpoint
 * could be set there, and gcov would not count it. A value that is computed there gives it one. */
#ifdef __OPTIMIZE__
#define CONC_HERE CONC_PLACE
#else
#define CONC_HERE ((const char *){CONC_PLACE})
#endif

/* Runs type_end(&variable) when control leaves the variable's scope, by any way. */
#define CONC_SCOPED(type) __attribute__((__cleanup__(type##_end), __unused__))

#define CONC_UNUSED_ __attribute__((__unused__))

/* Ends a macro that defines functions: takes the ';' behind it. */
#define CONC_ABI_DEFINED struct conc_thread

/* Clears an object that cannot have an initialiser (a variable length array). */
#define CONC_ZERO(object) ((void)__builtin_memset((void *)&(object), 0, sizeof(object)))

#endif
