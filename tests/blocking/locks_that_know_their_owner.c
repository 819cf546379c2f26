// Locks of libc that know the kernel thread that holds them, held over waits by user threads, as a library does around a callback.
// flavours: concc gcc clang aarch64
// schedules: no (all user threads are on one kernel thread, which such locks take for one owner)
#include <conc.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>

enum { THREADS = 6, TIMES = 20, KINDS = 5 };

static pthread_mutex_t mutexes[KINDS];
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static mtx_t c11;
static long inside[KINDS + 2], errors, sum;

static void good(int error) { if (error) __atomic_fetch_add(&errors, 1, __ATOMIC_RELAXED); }
static void alone(int i, long n)
{
	if (__atomic_fetch_add(&inside[i], 1, __ATOMIC_RELAXED)) good(1);
	conc_sleep(10us * (n % 3));
	conc_yield();
	__atomic_fetch_sub(&inside[i], 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&sum, 1, __ATOMIC_RELAXED);
}
static int take(pthread_mutex_t *m, int way)
{
	struct timespec late = { .tv_sec = time(NULL) + 1000 };
	int error;
	if (way == 0) return pthread_mutex_lock(m);
	if (way == 1) return pthread_mutex_timedlock(m, &late);
	while ((error = pthread_mutex_trylock(m)) == EBUSY) conc_sleep(20us);
	return error;
}
static void work(int me)
{
	for (int n = 0; n < TIMES; n++) {
		for (int i = 0; i < KINDS; i++) {
			good(take(&mutexes[i], (me + n) % 3));
			if (i == 0) good(pthread_mutex_lock(&mutexes[0]));
			alone(i, n + me);
			if (i == 0) good(pthread_mutex_unlock(&mutexes[0]));
			good(pthread_mutex_unlock(&mutexes[i]));
		}
		if ((me + n) % 2) while (pthread_rwlock_trywrlock(&rw)) conc_sleep(20us);
		else good(pthread_rwlock_wrlock(&rw));
		alone(KINDS, n + me);
		good(pthread_rwlock_unlock(&rw));
		good(pthread_rwlock_rdlock(&rw));
		good(pthread_rwlock_unlock(&rw));
		good(mtx_lock(&c11) != thrd_success || mtx_trylock(&c11) != thrd_success);
		alone(KINDS + 1, n + me);
		good(mtx_unlock(&c11) != thrd_success || mtx_unlock(&c11) != thrd_success);
	}
}

int main(void)
{
	for (int i = 0; i < KINDS; i++) {
		pthread_mutexattr_t a;
		pthread_mutexattr_init(&a);
		if (i == 0) pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
		if (i == 1) pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
		if (i == 2) pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT);
		if (i == 3) pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
		good(pthread_mutex_init(&mutexes[i], &a));	// the last one knows nobody
	}
	good(mtx_init(&c11, mtx_recursive) != thrd_success);
	{
		task(void) t[THREADS];
		for (int i = 0; i < THREADS; i++) t[i] = spawn work(i);
	}
	printf("%ld times, %ld errors\n", sum, errors);
}
