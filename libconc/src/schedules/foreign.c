/* SPDX-License-Identifier: MIT */
/*
 * What a seeded program asks of libc and of the kernel without libconc.
 *
 * The program's own references to these functions end here (a static library comes before libc).
 * Time and sleeping are the run's virtual time. A function that waits for something outside the
 * program, or starts kernel threads, does what it always does, but first says, once per function,
 * that the run cannot be reproduced, or stops if CONC_SCHEDULE is strict. Reading a regular file is
 * not waiting.
 *
 * In a run without a seed each function does what libc's does.
 */
#define _GNU_SOURCE
#include "race.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "kernel/thread.h"
#include "port/stop.h"

static void foreign_report(const char *what, const char *why, bool untested)
{
	static const char *said[32]; /* atomic: foreign threads write it, too */
	const struct conc_thread *self = conc_thread_self_or_null();

	conc_schedule_aside(what, why, untested);
	for (unsigned i = 0; i < 32; i++) {
		const char *seen = NULL;
		/* relaxed: literals; only the first thread matters */
		if (__atomic_compare_exchange_n(&said[i], &seen, what, 0, __ATOMIC_RELAXED,
		                                __ATOMIC_RELAXED))
			break;
		if (strcmp(seen, what) == 0) return;
	}
	if (conc_schedule_options.strict)
		conc_stop(NULL, self, "%s%s: %s, so this run cannot be reproduced", what,
		          conc_schedule_name(), why);
	conc_warn(NULL, self, "%s%s: %s, so this run may differ from the next", what,
	          conc_schedule_name(), why);
}

void conc_schedule_foreign(const char *what, const char *why)
{
	foreign_report(what, why, false);
}

/* The same for a kernel thread that runs beside the schedule. What it does, and orders, is not
 * seen: races are no longer looked for. */
static void report_beside(const char *what, const char *why)
{
	conc_edge_on = false;
	conc_schedule_set_foreign(true);
	foreign_report(what, why, true);
}

/* Returns the function of that name in libc. */
static void *foreign_find(const char *name)
{
	void *function = dlsym(RTLD_NEXT, name);

	if (!function)
		conc_stop(NULL, conc_thread_self_or_null(),
		          "%s in a static program built with -fconc-schedules", name);
	return function;
}

#define REAL(name)                                                                     \
	({                                                                             \
		static __typeof__(&name) real_;                                        \
		if (!real_) real_ = (__typeof__(&name))(uintptr_t)foreign_find(#name); \
		real_;                                                                 \
	})

/* ---- Kernel threads ---- */

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument)
{
	if (conc_schedule_on())
		report_beside("pthread_create",
		              "a kernel thread of the program's own is not part of the schedule, "
		              "and data races are not looked for beside it");
	return REAL(pthread_create)(thread, attributes, run, argument);
}

int sched_yield(void)
{
	if (!conc_schedule_on()) return (int)syscall(SYS_sched_yield);
	conc_schedule_yield();
	return 0;
}

static void (*once_routine)(void); /* NULL: it has run */

/* A static program has it under this name, too. */
int __pthread_once(pthread_once_t *once, void (*routine)(void)) __attribute__((weak));

static int real_once(pthread_once_t *once, void (*routine)(void))
{
	return __pthread_once ? __pthread_once(once, routine) : REAL(pthread_once)(once, routine);
}

static void run_once(void)
{
	void (*routine)(void) = once_routine;

	once_routine = NULL;
	routine();
	once_routine = NULL;
}

/* Keeps the lane: another lane would wait in the kernel for the routine, which would never end. */
int pthread_once(pthread_once_t *once, void (*routine)(void))
{
	void (*outer)(void) = once_routine;
	int error;

	if (!conc_schedule_on()) return real_once(once, routine);
	once_routine = routine;
	conc_schedule_forbid_switch(+1);
	error = real_once(once, run_once);
	conc_schedule_forbid_switch(-1);
	if (once_routine) conc_edge_to(once);
	else conc_edge_from(once);
	once_routine = outer;
	return error;
}

/* ---- The end ---- */

/* Reports the run to an exploration, as exit does through atexit. */
void _exit(int status)
{
	conc_schedule_explored(&conc_schedule);
	if (conc_race_found()) status = CONC_STATUS_RACED;
	for (;;) syscall(SYS_exit_group, status);
}

void _Exit(int status)
{
	_exit(status);
}

/* ---- Waiting for something outside ---- */

#define LOOKS 1000               /* in virtual time alone; each further look takes a millisecond */
#define BETWEEN UINT64_C(100000) /* nanoseconds of virtual time between looks */

/* Returns whether the caller must look again and again; if so, warns that the run may differ. */
static bool outside(const char *what)
{
	if (!conc_schedule_on()) return false;
	conc_schedule_foreign(what, "what it waits for may come from outside");
	return true;
}

static void between_looks(unsigned *looks)
{
	struct timespec millisecond = {.tv_nsec = 1000000};

	if (++*looks > LOOKS) syscall(SYS_ppoll, NULL, 0, &millisecond, NULL, 8);
	conc_schedule_futex_wait(NULL, 0, conc_schedule_now() + BETWEEN);
}

/* Waits until file is ready for events, if it is a file that a call would wait for. */
static void wait_for_file(const char *what, int file, short events)
{
	struct pollfd look = {.fd = file, .events = events};
	struct timespec none = {0};
	struct stat status;
	unsigned looks = 0;
	int flags = (int)syscall(SYS_fcntl, file, F_GETFL);

	if (!conc_schedule_on() || flags < 0 || (flags & O_NONBLOCK) || fstat(file, &status) != 0)
		return;
	if (!S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode) && !isatty(file)) return;
	if (events & POLLIN) outside(what);
	while (syscall(SYS_ppoll, &look, 1, &none, NULL, 8) == 0) {
		outside(what);
		between_looks(&looks);
	}
}

#define HERE __builtin_return_address(0)

/* Takes what the writer of that file has given, if result is no error. */
static ssize_t received(int file, ssize_t result)
{
	if (result >= 0) conc_edge_file_to(file);
	return result;
}

static ssize_t was_read(int file, void *buffer, ssize_t result, const void *place)
{
	if (result > 0) conc_race_writes(buffer, (size_t)result, place);
	return received(file, result);
}

ssize_t read(int file, void *buffer, size_t size)
{
	wait_for_file("read", file, POLLIN);
	return was_read(file, buffer, syscall(SYS_read, file, buffer, size), HERE);
}

ssize_t readv(int file, const struct iovec *parts, int count)
{
	wait_for_file("readv", file, POLLIN);
	return received(file, syscall(SYS_readv, file, parts, count));
}

ssize_t write(int file, const void *buffer, size_t size)
{
	struct stat status;

	/* printed output may go to a pipe, too, which no lane reads */
	if (conc_schedule_on() && file > STDERR_FILENO && fstat(file, &status) == 0)
		wait_for_file("write", file, POLLOUT);
	conc_race_reads(buffer, size, HERE);
	conc_edge_file_from(file);
	return syscall(SYS_write, file, buffer, size);
}

/* Waits until the file takes something, and gives what the writer knows. */
static void sends(const char *what, int file, int flags)
{
	if (!(flags & MSG_DONTWAIT)) wait_for_file(what, file, POLLOUT);
	conc_edge_file_from(file);
}

ssize_t writev(int file, const struct iovec *parts, int count)
{
	sends("writev", file, file > STDERR_FILENO ? 0 : MSG_DONTWAIT);
	return syscall(SYS_writev, file, parts, count);
}

ssize_t send(int file, const void *buffer, size_t size, int flags)
{
	sends("send", file, flags);
	conc_race_reads(buffer, size, HERE);
	return syscall(SYS_sendto, file, buffer, size, flags, NULL, 0);
}

ssize_t sendto(int file, const void *buffer, size_t size, int flags, const struct sockaddr *to,
               socklen_t length)
{
	sends("sendto", file, flags);
	conc_race_reads(buffer, size, HERE);
	return syscall(SYS_sendto, file, buffer, size, flags, to, length);
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags)
{
	sends("sendmsg", file, flags);
	return syscall(SYS_sendmsg, file, message, flags);
}

ssize_t recv(int file, void *buffer, size_t size, int flags)
{
	if (!(flags & MSG_DONTWAIT)) wait_for_file("recv", file, POLLIN);
	return was_read(file, buffer, syscall(SYS_recvfrom, file, buffer, size, flags, NULL, NULL),
	                HERE);
}

ssize_t recvfrom(int file, void *restrict buffer, size_t size, int flags,
                 struct sockaddr *restrict address, socklen_t *restrict length)
{
	if (!(flags & MSG_DONTWAIT)) wait_for_file("recvfrom", file, POLLIN);
	return was_read(file, buffer,
	                syscall(SYS_recvfrom, file, buffer, size, flags, address, length), HERE);
}

ssize_t recvmsg(int file, struct msghdr *message, int flags)
{
	if (!(flags & MSG_DONTWAIT)) wait_for_file("recvmsg", file, POLLIN);
	return received(file, syscall(SYS_recvmsg, file, message, flags));
}

int accept(int file, struct sockaddr *restrict address, socklen_t *restrict length)
{
	wait_for_file("accept", file, POLLIN);
	return (int)received(file, syscall(SYS_accept4, file, address, length, 0));
}

int accept4(int file, struct sockaddr *restrict address, socklen_t *restrict length, int flags)
{
	wait_for_file("accept4", file, POLLIN);
	return (int)received(file, syscall(SYS_accept4, file, address, length, flags));
}

int connect(int file, const struct sockaddr *address, socklen_t length)
{
	outside("connect");
	conc_edge_file_from(file);
	return (int)syscall(SYS_connect, file, address, length);
}

int shutdown(int file, int how)
{
	conc_edge_file_from(file);
	return (int)syscall(SYS_shutdown, file, how);
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout,
          const sigset_t *signals)
{
	/* the kernel writes to it */
	struct timespec copy = timeout ? *timeout : (struct timespec){0};
	uint64_t end = UINT64_MAX;
	unsigned looks = 0;

	if ((timeout && !timeout->tv_sec && !timeout->tv_nsec) || !outside("poll"))
		return (int)syscall(SYS_ppoll, files, count, timeout ? &copy : NULL, signals, 8);
	/* looks until a file is ready or the timeout (NULL: none) is over in virtual time */
	if (timeout) end = conc_schedule_now() + conc_schedule_nanoseconds(timeout);
	for (;;) {
		struct timespec none = {0};
		int ready = (int)syscall(SYS_ppoll, files, count, &none, signals, 8);
		if (ready || conc_schedule_now() >= end) return ready;
		between_looks(&looks);
	}
}

int poll(struct pollfd *files, nfds_t count, int timeout)
{
	struct timespec span = {timeout / 1000, timeout % 1000 * 1000000L};

	return ppoll(files, count, timeout < 0 ? NULL : &span, NULL);
}

int select(int count, fd_set *restrict in, fd_set *restrict out, fd_set *restrict errors,
           struct timeval *restrict timeout)
{
	struct timespec span = {0};
	int ready;

	if (timeout) span = (struct timespec){timeout->tv_sec, timeout->tv_usec * 1000};
	outside("select");
	ready = (int)syscall(SYS_pselect6, count, in, out, errors, timeout ? &span : NULL, NULL);
	if (timeout) *timeout = (struct timeval){span.tv_sec, span.tv_nsec / 1000};
	return ready;
}

int epoll_wait(int file, struct epoll_event *events, int count, int timeout)
{
	uint64_t end = UINT64_MAX;
	unsigned looks = 0;

	if (timeout == 0 || !outside("epoll_wait"))
		return (int)syscall(SYS_epoll_pwait, file, events, count, timeout, NULL, 8);
	if (timeout > 0) end = conc_schedule_now() + (uint64_t)timeout * 1000000;
	for (;;) {
		int ready = (int)syscall(SYS_epoll_pwait, file, events, count, 0, NULL, 8);
		if (ready || conc_schedule_now() >= end) return ready;
		between_looks(&looks);
	}
}

pid_t waitpid(pid_t pid, int *status, int options)
{
	unsigned looks = 0;

	if ((options & WNOHANG) || !outside("waitpid"))
		return (pid_t)syscall(SYS_wait4, pid, status, options, NULL);
	for (;;) {
		pid_t ended = (pid_t)syscall(SYS_wait4, pid, status, options | WNOHANG, NULL);
		if (ended) return ended;
		between_looks(&looks);
	}
}

pid_t wait(int *status)
{
	return waitpid(-1, status, 0);
}

int pause(void)
{
	outside("pause");
	return (int)syscall(SYS_ppoll, NULL, 0, NULL, NULL, 8);
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
	if (conc_schedule_on())
		conc_schedule_foreign("getrandom", "its numbers are not of the seed");
	return syscall(SYS_getrandom, buffer, size, flags);
}

/* ---- Time ---- */

static bool sleep_lane(uint64_t nanoseconds)
{
	if (!conc_schedule_on()) return false;
	conc_schedule_futex_wait(NULL, 0, conc_schedule_now() + nanoseconds);
	return true;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *span, struct timespec *left)
{
	struct timespec now;
	uint64_t until = conc_schedule_nanoseconds(span), from = 0;

	if (span->tv_nsec < 0 || span->tv_nsec >= 1000000000) return EINVAL;
	if (conc_schedule_on() && (flags & TIMER_ABSTIME) && !clock_gettime(clock, &now))
		from = conc_schedule_nanoseconds(&now);
	if (sleep_lane(until > from ? until - from : 0)) return 0;
	return syscall(SYS_clock_nanosleep, clock, flags, span, left) ? errno : 0;
}

int nanosleep(const struct timespec *span, struct timespec *left)
{
	int error = clock_nanosleep(CLOCK_MONOTONIC, 0, span, left);

	if (error) errno = error;
	return error ? -1 : 0;
}

int usleep(useconds_t microseconds)
{
	struct timespec span = {microseconds / 1000000, microseconds % 1000000 * 1000L};

	return nanosleep(&span, NULL);
}

unsigned sleep(unsigned seconds)
{
	struct timespec span = {seconds, 0}, left = {0};

	return nanosleep(&span, &left) ? (unsigned)left.tv_sec : 0;
}

#define EPOCH 1767225600 /* 2026-01-01, at the start of a seeded run */

int clock_gettime(clockid_t clock, struct timespec *now)
{
	bool of_day = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
	uint64_t time;

	if (!conc_schedule_on()) return (int)syscall(SYS_clock_gettime, clock, now);
	time = conc_schedule_now();
	*now = (struct timespec){(time_t)(time / 1000000000) + (of_day ? EPOCH : 0),
	                         (long)(time % 1000000000)};
	return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	struct timespec precise;
	int result = clock_gettime(CLOCK_REALTIME, &precise);

	if (zone) memset(zone, 0, sizeof(struct timezone));
	*now = (struct timeval){precise.tv_sec, precise.tv_nsec / 1000};
	return result;
}

time_t time(time_t *result)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (result) *result = now.tv_sec;
	return now.tv_sec;
}

clock_t clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
}

/* ---- POSIX waits for kernel threads, of which all lanes are the same one ---- */

/* The mutex may be held by another lane, which runs on this kernel thread, too. */
int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	unsigned looks = conc_schedule_has_foreign() ? LOOKS : 0;
	int error;

	if (!conc_schedule_on()) return REAL(pthread_mutex_lock)(mutex);
	while ((error = pthread_mutex_trylock(mutex)) == EBUSY) between_looks(&looks);
	return error;
}

static bool has_passed(const struct timespec *until)
{
	struct timespec now;

	/* works with any clock: all of them are the run's */
	clock_gettime(until->tv_sec >= EPOCH ? CLOCK_REALTIME : CLOCK_MONOTONIC, &now);
	return conc_schedule_nanoseconds(&now) >= conc_schedule_nanoseconds(until);
}

/* The same for other locks. */
#define WAITS(name, type, try)                                              \
	int name(type *lock)                                                \
	{                                                                   \
		unsigned looks = conc_schedule_has_foreign() ? LOOKS : 0;   \
		int error;                                                  \
                                                                            \
		if (!conc_schedule_on()) return REAL(name)(lock);           \
		while ((error = try(lock)) == EBUSY) between_looks(&looks); \
		return error;                                               \
	}

/* With a deadline. */
#define WAITS_UNTIL(name, type, try, clock, clock_too)                             \
	int name(type *restrict lock clock, const struct timespec *restrict until) \
	{                                                                          \
		unsigned looks = conc_schedule_has_foreign() ? LOOKS : 0;          \
		int error;                                                         \
                                                                                   \
		if (!conc_schedule_on()) return REAL(name)(lock clock_too, until); \
		while ((error = try(lock)) == EBUSY) {                             \
			if (has_passed(until)) return ETIMEDOUT;                   \
			between_looks(&looks);                                     \
		}                                                                  \
		return error;                                                      \
	}
#define NO_CLOCK
#define WITH_CLOCK , clockid_t clock
#define CLOCK_TOO , clock

WAITS(pthread_spin_lock, volatile pthread_spinlock_t, pthread_spin_trylock)
WAITS(pthread_rwlock_rdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock)
WAITS(pthread_rwlock_wrlock, pthread_rwlock_t, pthread_rwlock_trywrlock)
WAITS_UNTIL(pthread_mutex_timedlock, pthread_mutex_t, pthread_mutex_trylock, NO_CLOCK, NO_CLOCK)
WAITS_UNTIL(pthread_rwlock_timedrdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock, NO_CLOCK,
            NO_CLOCK)
WAITS_UNTIL(pthread_rwlock_timedwrlock, pthread_rwlock_t, pthread_rwlock_trywrlock, NO_CLOCK,
            NO_CLOCK)
WAITS_UNTIL(pthread_mutex_clocklock, pthread_mutex_t, pthread_mutex_trylock, WITH_CLOCK, CLOCK_TOO)
WAITS_UNTIL(pthread_rwlock_clockrdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock, WITH_CLOCK,
            CLOCK_TOO)
WAITS_UNTIL(pthread_rwlock_clockwrlock, pthread_rwlock_t, pthread_rwlock_trywrlock, WITH_CLOCK,
            CLOCK_TOO)

int pthread_join(pthread_t thread, void **result)
{
	unsigned looks = 0;
	int error;

	if (!conc_schedule_on()) return REAL(pthread_join)(thread, result);
	while ((error = pthread_tryjoin_np(thread, result)) == EBUSY) between_looks(&looks);
	return error;
}

int sem_wait(sem_t *semaphore)
{
	unsigned looks = 0;

	if (!conc_schedule_on()) return REAL(sem_wait)(semaphore);
	while (sem_trywait(semaphore) != 0) {
		if (errno != EAGAIN) return -1;
		between_looks(&looks);
	}
	return 0;
}

static int wait_until(sem_t *semaphore, const struct timespec *until)
{
	unsigned looks = 0;

	while (sem_trywait(semaphore) != 0) {
		if (errno == EAGAIN && has_passed(until)) errno = ETIMEDOUT;
		if (errno != EAGAIN) return -1;
		between_looks(&looks);
	}
	return 0;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until)
{
	if (!conc_schedule_on()) return REAL(sem_timedwait)(semaphore, until);
	return wait_until(semaphore, until);
}

int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict until)
{
	if (!conc_schedule_on()) return REAL(sem_clockwait)(semaphore, clock, until);
	return wait_until(semaphore, until);
}

/* Lets others run and returns without a signal, which POSIX allows. */
static int wake_spuriously(pthread_mutex_t *mutex)
{
	unsigned looks = LOOKS;

	pthread_mutex_unlock(mutex);
	if (conc_schedule_has_foreign()) between_looks(&looks);
	else sleep_lane(BETWEEN << conc_schedule_random(10));
	return pthread_mutex_lock(mutex);
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
	if (conc_schedule_on()) return wake_spuriously(mutex);
	return REAL(pthread_cond_wait)(condition, mutex);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *until)
{
	int error;

	if (!conc_schedule_on()) return REAL(pthread_cond_timedwait)(condition, mutex, until);
	error = wake_spuriously(mutex);
	return error ? error : has_passed(until) ? ETIMEDOUT : 0;
}

/* ---- C11: glibc's types are those of pthread under other names ---- */

static int thrd_result(int error)
{
	return error == 0           ? thrd_success
	       : error == EBUSY     ? thrd_busy
	       : error == ETIMEDOUT ? thrd_timedout
	                            : thrd_error;
}

int mtx_lock(mtx_t *mutex)
{
	return thrd_result(pthread_mutex_lock((pthread_mutex_t *)mutex));
}

int mtx_trylock(mtx_t *mutex)
{
	return thrd_result(pthread_mutex_trylock((pthread_mutex_t *)mutex));
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
	return thrd_result(pthread_mutex_timedlock((pthread_mutex_t *)mutex, until));
}

int mtx_unlock(mtx_t *mutex)
{
	return thrd_result(pthread_mutex_unlock((pthread_mutex_t *)mutex));
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
	return thrd_result(
	        pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                  const struct timespec *restrict until)
{
	return thrd_result(pthread_cond_timedwait((pthread_cond_t *)condition,
	                                          (pthread_mutex_t *)mutex, until));
}

void call_once(once_flag *flag, void (*routine)(void))
{
	pthread_once((pthread_once_t *)flag, routine);
}

void conc_schedule_attach_foreign(void)
{
	if (!conc_schedule.on) return;
	report_beside("libconc", "used by a kernel thread that libconc did not start");
}
