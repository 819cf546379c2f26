/* SPDX-License-Identifier: MIT */
/*
 * Locks of libc that know the kernel thread that holds them.
 *
 * These are recursive, error-checking, robust and priority mutexes, and read-write locks held for
 * writing. Another kernel thread cannot unlock them, and other user threads on the holder's kernel
 * thread could take them again. A user thread that held such a lock across a wait and went on
 * elsewhere would leave it locked for good. So this file defines the functions that take and
 * release them (a definition in the program precedes that of a library). A user thread that holds
 * such a lock is pinned, as by conc_pin. Other locks cost one comparison more. Plain C programs
 * that concc links get this file too; without a runtime it does nothing.
 *
 * Not seen: pthread_mutex_clocklock and pthread_rwlock_clockwrlock, through which this file reaches
 * libc's locks; flockfile, for which there is the mutex statement; calls within libc. Not used with
 * sanitizers, which define these functions themselves, nor under seeded schedules, where all user
 * threads run on one kernel thread.
 *
 * Rejected: a list of the locks held, to report the wait instead (it does not help a program whose
 * library holds its lock around a callback); marking the descriptor and migrating the owner's id in
 * the lock (libc's private layout).
 */
#define _GNU_SOURCE
#include "thread.h"

void (*conc_owned_hook)(int change);

#if !CONC_ASAN && !CONC_TSAN && !CONC_SCHEDULES && defined(__GLIBC__)

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <threads.h>
#include <time.h>

/* libc's own, by the name that it has in a static program, else by the dynamic linker. */
#define REAL(name)                                                                              \
	({                                                                                      \
		extern __typeof__(name) ___##name __attribute__((weak));                        \
		static __typeof__(&name) real_; /* atomic: all threads find the same */         \
		__typeof__(&name) found_ = __atomic_load_n(&real_, __ATOMIC_RELAXED);           \
		if (__builtin_expect(!found_, 0)) {                                             \
			found_ = ___##name;                                                     \
			if (!found_)                                                            \
				found_ = (__typeof__(&name))(uintptr_t)dlsym(RTLD_NEXT, #name); \
			__atomic_store_n(&real_, found_, __ATOMIC_RELAXED);                     \
		}                                                                               \
		found_;                                                                         \
	})

enum { TYPE = 3, ROBUST = 16, PRIORITY = 32 | 64 }; /* of a mutex's kind */

static bool knows_owner(const pthread_mutex_t *mutex)
{
	int kind = mutex->__data.__kind, type = kind & TYPE;

	return type == PTHREAD_MUTEX_RECURSIVE_NP || type == PTHREAD_MUTEX_ERRORCHECK_NP ||
	       (kind & (ROBUST | PRIORITY));
}

static void change(int by)
{
	/* relaxed: there is one value, a function's address */
	void (*hook)(int) = __atomic_load_n(&conc_owned_hook, __ATOMIC_RELAXED);

	if (hook) hook(by);
}

static int taken(const pthread_mutex_t *mutex, int error)
{
	if (__builtin_expect(knows_owner(mutex), 0) && (error == 0 || error == EOWNERDEAD))
		change(+1);
	return error;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	return taken(mutex, REAL(pthread_mutex_lock)(mutex));
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
	return taken(mutex, pthread_mutex_clocklock(mutex, CLOCK_REALTIME, until));
}

/* For a static program that lacks libc's trylock: takes the lock at once or fails. */
static int try_until_past(pthread_mutex_t *mutex)
{
	int error = pthread_mutex_clocklock(mutex, CLOCK_REALTIME, &(struct timespec){0});

	return error == ETIMEDOUT || error == EDEADLK ? EBUSY : error;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
	int (*real)(pthread_mutex_t *) = REAL(pthread_mutex_trylock);

	return taken(mutex, real ? real(mutex) : try_until_past(mutex));
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	bool known = knows_owner(mutex); /* after the unlock the mutex may be gone */
	int error = REAL(pthread_mutex_unlock)(mutex);

	if (__builtin_expect(known, 0) && error == 0) change(-1);
	return error;
}

/* ---- C11 mutexes, which in libc are pthread mutexes ---- */

static int c11(int error)
{
	switch (error) {
	case 0:
		return thrd_success;
	case ENOMEM:
		return thrd_nomem;
	case ETIMEDOUT:
		return thrd_timedout;
	case EBUSY:
		return thrd_busy;
	default:
		return thrd_error;
	}
}

int mtx_lock(mtx_t *mutex)
{
	return c11(pthread_mutex_lock((pthread_mutex_t *)mutex));
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
	return c11(pthread_mutex_timedlock((pthread_mutex_t *)mutex, until));
}

int mtx_trylock(mtx_t *mutex)
{
	return c11(pthread_mutex_trylock((pthread_mutex_t *)mutex));
}

int mtx_unlock(mtx_t *mutex)
{
	return c11(pthread_mutex_unlock((pthread_mutex_t *)mutex));
}

/* ---- Read-write locks: the writer is known ---- */

static int written(int error)
{
	if (error == 0) change(+1);
	return error;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
	return written(REAL(pthread_rwlock_wrlock)(lock));
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
	return written(pthread_rwlock_clockwrlock(lock, CLOCK_REALTIME, until));
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
	int error = pthread_rwlock_clockwrlock(lock, CLOCK_REALTIME, &(struct timespec){0});

	return written(error == ETIMEDOUT || error == EDEADLK ? EBUSY : error);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
	bool writer = lock->__data.__cur_writer != 0;
	int error = REAL(pthread_rwlock_unlock)(lock);

	if (writer && error == 0) change(-1);
	return error;
}

#endif
