/* SPDX-License-Identifier: MIT */
/* What libc does with the program's memory, for the race detector: blocks of the heap, copies,
 * strings. Such a call is an access by the thread that calls, through its pointers.
 *
 * Calls from shared libraries come here, too, so that no memory is used again unnoticed. The
 * library's own calls go to the functions named conc_plain_: what it allocates was allocated where
 * the program called it, and what it reads and writes is no access of the program. A static program
 * has libc's functions, and no race detector. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "race.h"
#include "switches.h"

#undef strchr /* a macro in newer glibc */

/* only redirected calls come to some of these functions (schedules/plain.syms) */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t align, size_t size);
void __libc_free(void *memory);

#define HERE __builtin_return_address(0)

/* ---- The heap ---- */

/* Where the running thread was last in the program. */
static const void *last_place(void)
{
	const struct conc_strand *strand = conc_race_strand();

	return strand ? strand->place : NULL;
}

static void *allocated(void *memory, const void *place)
{
	if (conc_edge_on) conc_race_allocated(memory, malloc_usable_size(memory), place);
	return memory;
}

/* What the program frees is kept until it is allocated again: an access after it is a race. place
 * NULL: the library frees it. */
static void freeing(void *memory, const void *place)
{
	size_t size = malloc_usable_size(memory);

	if (!conc_race_simulated()) return;
	if (place) conc_race_free((uintptr_t)memory, size, place);
	conc_race_freed(memory);
	conc_signals_freed(memory, size);
	conc_race_not_meant((uintptr_t)memory, size);
}

/* A program may have an allocator of its own, which the library then uses, too. */
static bool has_own;
static volatile bool entered; /* malloc is the one here. The compiler takes malloc for libc's, which
                                 would not change it. */

#define ALLOCATORS(prefix, place, elsewhere)                                                  \
	void *prefix##malloc(size_t size)                                                     \
	{                                                                                     \
		entered = true;                                                               \
		if (elsewhere) return malloc(size);                                           \
		return allocated(__libc_malloc(size), place);                                 \
	}                                                                                     \
	void *prefix##calloc(size_t count, size_t size)                                       \
	{                                                                                     \
		if (elsewhere) return calloc(count, size);                                    \
		return allocated(__libc_calloc(count, size), place);                          \
	}                                                                                     \
	void *prefix##realloc(void *memory, size_t size)                                      \
	{                                                                                     \
		if (elsewhere) return realloc(memory, size);                                  \
		if (memory && conc_edge_on) freeing(memory, place);                           \
		return allocated(__libc_realloc(memory, size), place);                        \
	}                                                                                     \
	void *prefix##aligned_alloc(size_t align, size_t size)                                \
	{                                                                                     \
		if (elsewhere) return aligned_alloc(align, size);                             \
		return allocated(__libc_memalign(align, size), place);                        \
	}                                                                                     \
	int prefix##posix_memalign(void **memory, size_t align, size_t size)                  \
	{                                                                                     \
		void *made;                                                                   \
                                                                                              \
		if (elsewhere) return posix_memalign(memory, align, size);                    \
		if (align % sizeof(void *) || (align & (align - 1)) || !align) return EINVAL; \
		made = allocated(__libc_memalign(align, size), place);                        \
		if (!made) return ENOMEM;                                                     \
		*memory = made;                                                               \
		return 0;                                                                     \
	}

ALLOCATORS(, HERE, false)
ALLOCATORS(conc_plain_, last_place(), has_own)

void *memalign(size_t align, size_t size)
{
	return allocated(__libc_memalign(align, size), HERE);
}

void *valloc(size_t size)
{
	return allocated(__libc_memalign((size_t)getpagesize(), size), HERE);
}

void *pvalloc(size_t size)
{
	size_t page = (size_t)getpagesize();

	return allocated(__libc_memalign(page, (size + page - 1) / page * page), HERE);
}

/* Mapped memory begins anew. */
static void *mapped(void *memory, size_t size)
{
	if (conc_edge_on && memory != MAP_FAILED) conc_edge_forget(memory, size);
	return memory;
}

void *mmap(void *memory, size_t size, int protection, int flags, int file, off_t offset)
{
	return mapped((void *)syscall(SYS_mmap, memory, size, protection, flags, file, offset),
	              size);
}

void *mremap(void *memory, size_t old, size_t size, int flags, ...)
{
	va_list more;
	void *to = NULL;

	va_start(more, flags);
	if (flags & MREMAP_FIXED) to = va_arg(more, void *);
	va_end(more);
	return mapped((void *)syscall(SYS_mremap, memory, old, size, flags, to), size);
}

void free(void *memory)
{
	if (memory && conc_edge_on) freeing(memory, HERE);
	__libc_free(memory);
}

void conc_plain_free(void *memory)
{
	if (has_own) {
		free(memory);
		return;
	}
	if (memory && conc_edge_on) freeing(memory, NULL);
	__libc_free(memory);
}

/* ---- libc's own functions ---- */

static struct {
	__typeof__(&memcpy) memcpy;
	__typeof__(&memmove) memmove;
	__typeof__(&memset) memset;
	__typeof__(&memcmp) memcmp;
	__typeof__(&strlen) strlen;
	__typeof__(&strcpy) strcpy;
	__typeof__(&strncpy) strncpy;
	__typeof__(&strcat) strcat;
	__typeof__(&strcmp) strcmp;
	__typeof__(&strncmp) strncmp;
	__typeof__(&strchr) strchr;
} libc;

__attribute__((constructor(101))) static void find_functions(void)
{
	void *volatile memory;

	entered = false;
	memory = malloc(1);
	has_own = !entered;
	free(memory);
#define FIND(name) libc.name = (__typeof__(libc.name))(uintptr_t)dlsym(RTLD_NEXT, #name)
	FIND(memcpy);
	FIND(memmove);
	FIND(memset);
	FIND(memcmp);
	FIND(strlen);
	FIND(strcpy);
	FIND(strncpy);
	FIND(strcat);
	FIND(strcmp);
	FIND(strncmp);
	FIND(strchr);
}

void conc_race_calls(void) {}

/* Before the constructor another one may call. The asm keeps the compiler from turning a loop into
 * the call that it is for. */
#define KEEP_LOOP __asm__ volatile("" ::: "memory")

void *conc_plain_memmove(void *to, const void *from, size_t size)
{
	char *t = to;
	const char *f = from;

	if (libc.memmove) return libc.memmove(to, from, size);
	if (t > f) {
		while (size--) {
			t[size] = f[size];
			KEEP_LOOP;
		}
		return to;
	}
	for (size_t i = 0; i < size; i++) {
		t[i] = f[i];
		KEEP_LOOP;
	}
	return to;
}

void *conc_plain_memcpy(void *to, const void *from, size_t size)
{
	return libc.memcpy ? libc.memcpy(to, from, size) : conc_plain_memmove(to, from, size);
}

void *conc_plain_memset(void *to, int value, size_t size)
{
	char *t = to;

	if (libc.memset) return libc.memset(to, value, size);
	for (size_t i = 0; i < size; i++) {
		t[i] = (char)value;
		KEEP_LOOP;
	}
	return to;
}

int conc_plain_memcmp(const void *a, const void *b, size_t size)
{
	const unsigned char *x = a, *y = b;
	size_t i = 0;

	if (libc.memcmp) return libc.memcmp(a, b, size);
	while (i < size && x[i] == y[i]) i++;
	return i < size ? x[i] - y[i] : 0;
}

size_t conc_plain_strlen(const char *text)
{
	size_t length = 0;

	if (libc.strlen) return libc.strlen(text);
	while (text[length]) {
		length++;
		KEEP_LOOP;
	}
	return length;
}

int conc_plain_strcmp(const char *a, const char *b)
{
	if (libc.strcmp) return libc.strcmp(a, b);
	while (*a && *a == *b) a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}

int conc_plain_strncmp(const char *a, const char *b, size_t size)
{
	if (libc.strncmp) return libc.strncmp(a, b, size);
	while (size && *a && *a == *b) a++, b++, size--;
	return size ? (unsigned char)*a - (unsigned char)*b : 0;
}

char *conc_plain_strchr(const char *text, int c)
{
	if (libc.strchr) return libc.strchr(text, c);
	while (*text && *text != (char)c) text++;
	return *text == (char)c ? (char *)(uintptr_t)text : NULL;
}

/* ---- Copies and strings ---- */

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
	conc_race_copies(to, from, size, HERE);
	return conc_plain_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
	conc_race_copies(to, from, size, HERE);
	return conc_plain_memmove(to, from, size);
}

void *memset(void *to, int value, size_t size)
{
	conc_race_writes(to, size, HERE);
	return conc_plain_memset(to, value, size);
}

int memcmp(const void *a, const void *b, size_t size)
{
	conc_race_reads(a, size, HERE);
	conc_race_reads(b, size, HERE);
	return conc_plain_memcmp(a, b, size);
}

static size_t reads_text(const char *text, size_t most, const void *place)
{
	size_t length = 0;

	while (length < most && text[length]) length++;
	conc_race_reads(text, length < most ? length + 1 : most, place);
	return length;
}

#define ALL ((size_t)-1)

size_t strlen(const char *text)
{
	if (conc_edge_on) reads_text(text, ALL, HERE);
	return conc_plain_strlen(text);
}

/* Up to the first difference, and with it. */
static void compares_text(const char *a, const char *b, size_t most, const void *place)
{
	size_t same = 0;

	while (same < most && a[same] == b[same] && a[same]) same++;
	conc_race_reads(a, same < most ? same + 1 : most, place);
	conc_race_reads(b, same < most ? same + 1 : most, place);
}

int strcmp(const char *a, const char *b)
{
	if (conc_edge_on) compares_text(a, b, ALL, HERE);
	return conc_plain_strcmp(a, b);
}

int strncmp(const char *a, const char *b, size_t size)
{
	if (conc_edge_on) compares_text(a, b, size, HERE);
	return conc_plain_strncmp(a, b, size);
}

char *strchr(const char *text, int c)
{
	char *found = conc_plain_strchr(text, c);

	if (conc_edge_on) reads_text(text, found ? (size_t)(found - text) + 1 : ALL, HERE);
	return found;
}

/* Also for the next ones: from is read, and its length written. */
static char *copy_text(char *to, const char *from, size_t length, const void *place)
{
	conc_race_copies(to, from, length + 1, place);
	conc_plain_memcpy(to, from, length + 1);
	return to;
}

char *strcpy(char *restrict to, const char *restrict from)
{
	return copy_text(to, from, conc_plain_strlen(from), HERE);
}

char *stpcpy(char *restrict to, const char *restrict from)
{
	size_t length = conc_plain_strlen(from);

	return copy_text(to, from, length, HERE) + length;
}

char *strcat(char *restrict to, const char *restrict from)
{
	size_t length = conc_plain_strlen(to);

	conc_race_reads(to, length + 1, HERE);
	copy_text(to + length, from, conc_plain_strlen(from), HERE);
	return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t size)
{
	size_t length = conc_edge_on ? reads_text(from, size, HERE) : 0;

	conc_race_writes(to, size, HERE);
	if (libc.strncpy) return libc.strncpy(to, from, size);
	while (length < size && from[length]) length++;
	conc_plain_memcpy(to, from, length);
	conc_plain_memset(to + length, 0, size - length);
	return to;
}

char *strdup(const char *text)
{
	size_t size = conc_plain_strlen(text) + 1;
	char *copy = malloc(size); /* the program's, if it has its own */

	if (conc_edge_on && copy) conc_race_allocated(copy, size, HERE);
	return copy ? copy_text(copy, text, size - 1, HERE) : NULL;
}

/* ---- Locks of pthread ---- */

#define REAL(name)                                                                         \
	({                                                                                 \
		static __typeof__(&name) real_;                                            \
		if (!real_) real_ = (__typeof__(&name))(uintptr_t)dlsym(RTLD_NEXT, #name); \
		real_;                                                                     \
	})

/* A step of the program, unless schedules/foreign.c tries on its behalf. */
static void tries(const volatile void *lock, const void *place)
{
	if (conc_race_tries) return;
	conc_story_says("tries");
	conc_schedule_access(place, conc_schedule_step_at(lock, CONC_TOUCH_CHANGES));
}

/* A lock that returned 0 was taken. */
#define LOCK(name, type)                                                \
	int name(type *lock)                                            \
	{                                                               \
		int error;                                              \
                                                                        \
		tries(lock, HERE);                                      \
		error = REAL(name)(lock);                               \
		if (conc_edge_on && error == 0) conc_edge_locked(lock); \
		return error;                                           \
	}

#define UNLOCK(name, type)                                                                   \
	int name(type *lock)                                                                 \
	{                                                                                    \
		int error;                                                                   \
                                                                                             \
		conc_schedule_access(HERE, conc_schedule_step_at(lock, CONC_TOUCH_UNLOCKS)); \
		if (conc_edge_on) conc_edge_unlocks(lock);                                   \
		error = REAL(name)(lock);                                                    \
		conc_schedule_released(lock);                                                \
		return error;                                                                \
	}

LOCK(pthread_mutex_trylock, pthread_mutex_t)
UNLOCK(pthread_mutex_unlock, pthread_mutex_t)
LOCK(pthread_spin_trylock, volatile pthread_spinlock_t)
UNLOCK(pthread_spin_unlock, volatile pthread_spinlock_t)

/* Readers give their past to writers only, at another address in the lock. */
static const char *readers_of(const pthread_rwlock_t *lock)
{
	return (const char *)lock + 8;
}

LOCK(pthread_rwlock_tryrdlock, pthread_rwlock_t)

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
	int error;

	tries(lock, HERE);
	error = REAL(pthread_rwlock_trywrlock)(lock);

	if (!conc_edge_on || error) return error;
	conc_edge_to(readers_of(lock));
	conc_edge_locked(lock);
	return 0;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
	int error;

	conc_schedule_access(HERE, conc_schedule_step_at(lock, CONC_TOUCH_UNLOCKS));
	if (conc_edge_on && lock->__data.__cur_writer) {
		conc_edge_unlocks(lock);
	} else if (conc_edge_on) {
		conc_edge_leaves(lock);
		conc_edge_from(readers_of(lock));
	}
	error = REAL(pthread_rwlock_unlock)(lock);
	conc_schedule_released(lock);
	return error;
}

int sem_trywait(sem_t *semaphore)
{
	int result;

	tries(semaphore, HERE);
	result = REAL(sem_trywait)(semaphore);

	if (result == 0) conc_edge_to(semaphore);
	return result;
}

int sem_post(sem_t *semaphore)
{
	int result;

	conc_story_says("posts");
	conc_schedule_access(HERE, conc_schedule_step_at(semaphore, CONC_TOUCH_CHANGES));
	conc_edge_from(semaphore);
	result = REAL(sem_post)(semaphore);
	conc_schedule_released(semaphore);
	return result;
}
