/* SPDX-License-Identifier: MIT */
/*
 * What a seeded program asks of libc without libconc.
 *
 * The program's own references to these functions end here (a static library comes before libc).
 * Those that are system calls go to schedules/kernel_call.c. Those that wait for other threads let
 * the lane wait, so that the report can say for what; each is a step. Kernel threads of the
 * program's own are lanes, too: schedules/trap.c.
 *
 * In a run without a seed each function does what libc's does.
 */
#define _GNU_SOURCE
#include "kernel_call.h"
#include "race.h"
#include "snapshot.h"
#include "switches.h"
#include "verify.h"

#include <aio.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/resource.h>
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
#include "port/os.h"
#include "port/stop.h"

void conc_schedule_foreign(const char *what, const char *why)
{
	static const char *said[32];
	const struct conc_thread *self = conc_thread_self_or_null();
	unsigned i = 0;

	conc_schedule_aside(what, why, false);
	while (i < 32 && said[i] && strcmp(said[i], what) != 0) i++;
	if (i < 32 && said[i]) return;
	if (i < 32) said[i] = what;
	if (conc_schedule_options.strict)
		conc_stop(NULL, self, "%s%s: %s, so this run cannot be reproduced", what,
		          conc_schedule_name(), why);
	conc_warn(NULL, self, "%s%s: %s, so this run may differ from the next", what,
	          conc_schedule_name(), why);
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

#define S (&conc_schedule)

/* ---- Steps and waits ---- */

#define HERE __builtin_return_address(0)

/* As in conc_abi_seed_take: most bugs need a switch just before a lock is taken. */
static void step_before(const volatile void *object, enum conc_touch touch, const char *what,
                        const void *place)
{
	conc_schedule_access(place, 0);
	conc_story_says(what);
	conc_schedule_access(place, conc_schedule_step_at(object, touch));
}

/* Returns the thread that holds the mutex. */
static struct conc_thread *mutex_holder(const void *mutex)
{
	return conc_kernel_thread_of(((const pthread_mutex_t *)mutex)->__data.__owner);
}

static const char a_mutex[] = "pthread_mutex";

/* Begins a wait for what holds the object, for the report. Takes steps. */
static void waits(const char *operation, const void *object, const void *place)
{
	struct conc_thread *self = conc_thread_self_or_null();

	S->current->place = place;
	if (self)
		conc_thread_waits(self, operation, object, NULL,
		                  operation == a_mutex && conc_trap_on ? mutex_holder : NULL);
}

static void has_waited(void)
{
	struct conc_thread *self = conc_thread_self_or_null();

	if (self) store_release(&self->wait.operation, NULL);
}

/* Returns the run's time at a time of either clock. NULL: never. */
static uint64_t deadline_of(const struct timespec *until)
{
	uint64_t time;

	if (!until) return UINT64_MAX;
	time = conc_schedule_nanoseconds(until);
	return time >= CONC_EPOCH * 1000000000 ? time - CONC_EPOCH * 1000000000 : time;
}

#define BETWEEN UINT64_C(100000) /* nanoseconds of virtual time between looks */

/* Lets others run until the lock was released. Returns whether the deadline has passed. In a static
 * program the functions that release are libc's, so the caller looks now and then. */
static bool wait_for(const volatile void *lock, uint64_t deadline)
{
	uint64_t until = conc_race_calls ? deadline : conc_schedule_now() + BETWEEN;

	if (conc_lane_wait((const void *)(uintptr_t)lock, UINT32_MAX,
	                   until < deadline ? until : deadline) == -EINTR)
		conc_kernel_signals();
	return deadline != UINT64_MAX && conc_schedule_now() >= deadline;
}

bool conc_race_tries;

#define TRY(call)                        \
	({                               \
		int tried_;              \
		conc_race_tries = true;  \
		tried_ = call;           \
		conc_race_tries = false; \
		tried_;                  \
	})

/* Makes the call until it no longer returns EBUSY, and lets others run in between. until NULL:
 * there is no deadline. */
#define WAIT(operation, lock, call, until, place)                                      \
	({                                                                             \
		uint64_t end_ = deadline_of(until);                                    \
		int error_ = TRY(call);                                                \
		if (error_ == EBUSY) waits(operation, (void *)(lock), place);          \
		S->current->retries = conc_schedule_step_at(lock, CONC_TOUCH_CHANGES); \
		while (error_ == EBUSY && (error_ = TRY(call)) == EBUSY)               \
			if (wait_for(lock, end_)) error_ = ETIMEDOUT;                  \
		S->current->retries = 0;                                               \
		has_waited();                                                          \
		error_;                                                                \
	})

static unsigned wake(const volatile void *object, unsigned count)
{
	return conc_lane_wake((const void *)(uintptr_t)object, UINT32_MAX, count);
}

/* ---- Kernel threads ---- */

struct start {
	void *(*run)(void *);
	void *argument;
	const void *place;
};

/* Gives the calling kernel thread a descriptor. place: where it was started. */
static void begins(const void *function, const void *place)
{
	S->current->function = function;
	S->current->started_at = place;
	conc_thread_self()->name = "thread"; /* until a report looks for the function's */
}

static void *run_started(void *argument)
{
	struct start start = *(struct start *)argument;

	free(argument);
	begins((const void *)(uintptr_t)start.run, start.place);
	return start.run(start.argument);
}

static void need_kernel_threads(const char *what)
{
	conc_thread_self(); /* main has a descriptor, too */
	if (!conc_race_calls)
		conc_stop(NULL, conc_thread_self_or_null(),
		          "%s in a static program built with -fconc-schedules", what);
	if (!conc_kernel_threads())
		conc_stop(NULL, conc_thread_self_or_null(),
		          "%s%s: seeded runs of programs with kernel threads of their own need "
		          "x86-64, and Linux 5.11 or later",
		          what, conc_schedule_name());
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument)
{
	struct start *start;
	int error;

	if (!conc_schedule_on()) return REAL(pthread_create)(thread, attributes, run, argument);
	need_kernel_threads("pthread_create");
	step_before(NULL, CONC_TOUCH_CHANGES, "starts a thread", HERE);
	start = malloc(sizeof *start);
	if (!start) return EAGAIN;
	*start = (struct start){run, argument, HERE};
	error = REAL(pthread_create)(thread, attributes, run_started, start);
	if (error) free(start);
	conc_schedule_access(HERE, 0);
	return error;
}

static int joined(pthread_t thread, int error)
{
	if (!error) conc_edge_last_to((void *)thread);
	return error;
}

int pthread_join(pthread_t thread, void **result)
{
	int error;

	if (!conc_trap_on) return REAL(pthread_join)(thread, result);
	step_before((void *)thread, CONC_TOUCH_CHANGES, "joins", HERE);
	waits("pthread_join", (void *)thread, HERE);
	error = REAL(pthread_join)(thread, result);
	has_waited();
	return joined(thread, error);
}

int pthread_tryjoin_np(pthread_t thread, void **result)
{
	return joined(thread, REAL(pthread_tryjoin_np)(thread, result));
}

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until)
{
	return joined(thread, REAL(pthread_timedjoin_np)(thread, result, until));
}

int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock,
                         const struct timespec *until)
{
	return joined(thread, REAL(pthread_clockjoin_np)(thread, result, clock, until));
}

/* The thread may wait here, where libc does not look for it. */
int pthread_cancel(pthread_t thread)
{
	int error = REAL(pthread_cancel)(thread);

	if (conc_trap_on && !error) conc_kernel_interrupt((uintptr_t)thread);
	return error;
}

/* What follows starts kernel threads inside libc, or in libraries. */
#define STARTS(type, name, parameters, ...)                                                       \
	type name parameters                                                                      \
	{                                                                                         \
		if (conc_schedule_on() && !conc_kernel_threads())                                 \
			conc_schedule_foreign(#name, "its threads are not part of the schedule"); \
		return REAL(name)(__VA_ARGS__);                                                   \
	}

STARTS(void *, dlopen, (const char *name, int mode), name, mode)
STARTS(int, timer_create,
       (clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer), clock, event,
       timer)
STARTS(int, getaddrinfo_a, (int mode, struct gaicb *list[], int count, struct sigevent *event),
       mode, list, count, event)
STARTS(int, aio_read, (struct aiocb * block), block)
STARTS(int, aio_write, (struct aiocb * block), block)
STARTS(int, aio_fsync, (int mode, struct aiocb *block), mode, block)
STARTS(int, lio_listio, (int mode, struct aiocb *const list[], int count, struct sigevent *event),
       mode, list, count, event)
STARTS(int, mq_notify, (mqd_t queue, const struct sigevent *event), queue, event)

int sched_yield(void)
{
	if (!conc_schedule_on()) return (int)conc_trap_call(SYS_sched_yield);
	conc_schedule_yield();
	return 0;
}

/* A name that the kernel would give to its only thread. */
int pthread_setname_np(pthread_t thread, const char *name)
{
	if (!conc_trap_on) return REAL(pthread_setname_np)(thread, name);
	return strlen(name) < 16 ? 0 : ERANGE;
}

/* A static program has it under this name, too. */
int __pthread_once(pthread_once_t *once, void (*routine)(void)) __attribute__((weak));

static int real_once(pthread_once_t *once, void (*routine)(void))
{
	return __pthread_once ? __pthread_once(once, routine) : REAL(pthread_once)(once, routine);
}

/* libc's waits by futex, for a routine that another lane runs. Without traps the lane is kept:
 * another one would wait in the kernel, without an end. */
static int run_once(pthread_once_t *once, void (*routine)(void))
{
	int error;

	if (!conc_trap_on) conc_schedule_forbid_switch(+1);
	error = real_once(once, routine);
	if (!conc_trap_on) conc_schedule_forbid_switch(-1);
	conc_edge_to(once);
	conc_edge_from(once); /* whoever comes later knows what the first has done */
	return error;
}

int pthread_once(pthread_once_t *once, void (*routine)(void))
{
	if (!conc_schedule_on()) return real_once(once, routine);
	if (conc_trap_on) step_before(once, CONC_TOUCH_CHANGES, "runs once", HERE);
	return run_once(once, routine);
}

int conc_schedule_once(pthread_once_t *once, void (*routine)(void))
{
	return conc_schedule_on() ? run_once(once, routine) : real_once(once, routine);
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
	int result;

	if (!conc_schedule_on()) return REAL(pthread_barrier_wait)(barrier);
	need_kernel_threads("pthread_barrier_wait");
	step_before(barrier, CONC_TOUCH_CHANGES, "waits at", HERE);
	conc_edge_from(barrier);
	waits("pthread_barrier", barrier, HERE);
	result = REAL(pthread_barrier_wait)(barrier);
	has_waited();
	conc_edge_to(barrier);
	return result;
}

/* ---- The end ---- */

/* Reports the run to an exploration, as exit does through atexit. */
void _exit(int status)
{
	conc_schedule_explored(&conc_schedule);
	if (conc_race_found()) status = CONC_STATUS_RACED;
	conc_snapshot_exit(status);
}

void _Exit(int status)
{
	_exit(status);
}

/* ---- System calls ---- */

static long call_six(long number, long a, long b, long c, long d, long e, long f)
{
	struct conc_trap trap = {number, {a, b, c, d, e, f}, NULL};
	long result;

	/* what libc's function would be: a point at which a thread may be cancelled */
	if (conc_trap_on) pthread_testcancel();
	if (conc_schedule_on()) {
		do result = conc_kernel_call(&trap);
		while (conc_kernel_deliver(&trap, result));
	} else {
		result = conc_trap_call_six(number, a, b, c, d, e, f);
	}
	if (conc_trap_on && result == -EINTR) pthread_testcancel();
	if (result >= 0 || result < -4095) return result;
	errno = (int)-result;
	return -1;
}

#define CALL(...) CALL_SIX(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)
#define CALL_SIX(number, a, b, c, d, e, f, ...) \
	call_six((long)(number), (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

static ssize_t was_written(const void *buffer, ssize_t result, const void *place)
{
	if (result > 0) conc_race_reads(buffer, (size_t)result, place);
	return result;
}

static ssize_t was_read(void *buffer, ssize_t result, const void *place)
{
	if (result > 0) conc_race_writes(buffer, (size_t)result, place);
	return result;
}

ssize_t read(int file, void *buffer, size_t size)
{
	return was_read(buffer, CALL(SYS_read, file, buffer, size), HERE);
}

ssize_t readv(int file, const struct iovec *parts, int count)
{
	return CALL(SYS_readv, file, parts, count);
}

ssize_t write(int file, const void *buffer, size_t size)
{
	return was_written(buffer, CALL(SYS_write, file, buffer, size), HERE);
}

ssize_t writev(int file, const struct iovec *parts, int count)
{
	return CALL(SYS_writev, file, parts, count);
}

ssize_t send(int file, const void *buffer, size_t size, int flags)
{
	return was_written(buffer, CALL(SYS_sendto, file, buffer, size, flags), HERE);
}

ssize_t sendto(int file, const void *buffer, size_t size, int flags, const struct sockaddr *to,
               socklen_t length)
{
	return was_written(buffer, CALL(SYS_sendto, file, buffer, size, flags, to, length), HERE);
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags)
{
	return CALL(SYS_sendmsg, file, message, flags);
}

ssize_t recv(int file, void *buffer, size_t size, int flags)
{
	return was_read(buffer, CALL(SYS_recvfrom, file, buffer, size, flags), HERE);
}

ssize_t recvfrom(int file, void *restrict buffer, size_t size, int flags,
                 struct sockaddr *restrict address, socklen_t *restrict length)
{
	return was_read(buffer, CALL(SYS_recvfrom, file, buffer, size, flags, address, length),
	                HERE);
}

ssize_t recvmsg(int file, struct msghdr *message, int flags)
{
	return CALL(SYS_recvmsg, file, message, flags);
}

int accept(int file, struct sockaddr *restrict address, socklen_t *restrict length)
{
	return (int)CALL(SYS_accept4, file, address, length, 0);
}

int accept4(int file, struct sockaddr *restrict address, socklen_t *restrict length, int flags)
{
	return (int)CALL(SYS_accept4, file, address, length, flags);
}

int connect(int file, const struct sockaddr *address, socklen_t length)
{
	return (int)CALL(SYS_connect, file, address, length);
}

int shutdown(int file, int how)
{
	return (int)CALL(SYS_shutdown, file, how);
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout,
          const sigset_t *signals)
{
	struct timespec copy =
	        timeout ? *timeout : (struct timespec){0}; /* the kernel writes to it */

	return (int)CALL(SYS_ppoll, files, count, timeout ? &copy : NULL, signals, 8);
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

	if (timeout) span = (struct timespec){timeout->tv_sec, timeout->tv_usec * 1000};
	return (int)CALL(SYS_pselect6, count, in, out, errors, timeout ? &span : NULL, NULL);
}

int pselect(int count, fd_set *restrict in, fd_set *restrict out, fd_set *restrict errors,
            const struct timespec *restrict timeout, const sigset_t *restrict signals)
{
	struct timespec copy = timeout ? *timeout : (struct timespec){0};
	const struct {
		const sigset_t *signals;
		size_t size;
	} mask = {signals, 8};

	return (int)CALL(SYS_pselect6, count, in, out, errors, timeout ? &copy : NULL,
	                 signals ? &mask : NULL);
}

int epoll_pwait(int file, struct epoll_event *events, int count, int timeout,
                const sigset_t *signals)
{
	return (int)CALL(SYS_epoll_pwait, file, events, count, timeout, signals, 8);
}

int epoll_wait(int file, struct epoll_event *events, int count, int timeout)
{
	return epoll_pwait(file, events, count, timeout, NULL);
}

pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
	return (pid_t)CALL(SYS_wait4, pid, status, options, usage);
}

pid_t wait3(int *status, int options, struct rusage *usage)
{
	return wait4(-1, status, options, usage);
}

pid_t waitpid(pid_t pid, int *status, int options)
{
	return wait4(pid, status, options, NULL);
}

pid_t wait(int *status)
{
	return wait4(-1, status, 0, NULL);
}

int waitid(idtype_t kind, id_t id, siginfo_t *information, int options)
{
	return (int)CALL(SYS_waitid, kind, id, information, options, NULL);
}

int flock(int file, int operation)
{
	return (int)CALL(SYS_flock, file, operation);
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict information,
                 const struct timespec *restrict timeout)
{
	return (int)CALL(SYS_rt_sigtimedwait, set, information, timeout, 8);
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict information)
{
	return sigtimedwait(set, information, NULL);
}

int sigwait(const sigset_t *restrict set, int *restrict number)
{
	int saved = errno, result;

	do result = sigtimedwait(set, NULL, NULL);
	while (result < 0 && errno == EINTR);
	if (result < 0) return errno;
	*number = result;
	errno = saved;
	return 0;
}

int sigsuspend(const sigset_t *set)
{
	return (int)CALL(SYS_rt_sigsuspend, set, 8);
}

int pause(void)
{
	sigset_t now;

	pthread_sigmask(SIG_BLOCK, NULL, &now);
	return sigsuspend(&now);
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
	return CALL(SYS_getrandom, buffer, size, flags);
}

/* ---- Time ---- */

unsigned alarm(unsigned seconds)
{
	struct itimerval new = {.it_value.tv_sec = seconds}, old;

	if (CALL(SYS_setitimer, ITIMER_REAL, &new, &old)) return 0;
	return (unsigned)old.it_value.tv_sec + (old.it_value.tv_usec != 0);
}

int setitimer(__itimer_which_t which, const struct itimerval *restrict new,
              struct itimerval *restrict old)
{
	return (int)CALL(SYS_setitimer, which, new, old);
}

int getitimer(__itimer_which_t which, struct itimerval *now)
{
	return (int)CALL(SYS_getitimer, which, now);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *span, struct timespec *left)
{
	int saved = errno, error = 0;

	if (CALL(SYS_clock_nanosleep, clock, flags, span, left)) error = errno;
	errno = saved;
	return error;
}

int nanosleep(const struct timespec *span, struct timespec *left)
{
	return (int)CALL(SYS_nanosleep, span, left);
}

int thrd_sleep(const struct timespec *span, struct timespec *left)
{
	int error = clock_nanosleep(CLOCK_REALTIME, 0, span, left);

	return error == EINTR ? -1 : error ? -2 : 0;
}

void thrd_yield(void)
{
	sched_yield();
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

int clock_gettime(clockid_t clock, struct timespec *now)
{
	struct conc_trap trap = {SYS_clock_gettime, {clock, (long)now}, NULL};

	return (int)(conc_schedule_on() ? conc_kernel_call(&trap)
	                                : conc_trap_call(SYS_clock_gettime, clock, now));
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

/* ---- Locks and semaphores ---- */

/* An error-checking mutex that its owner takes again. */
static bool is_own(const pthread_mutex_t *mutex)
{
	return (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP &&
	       mutex->__data.__owner == (int)conc_os_thread_id();
}

static int mutex_lock(pthread_mutex_t *mutex, const struct timespec *until, const void *place)
{
	int error;

	if (conc_verify_on) {
		/* one that is kept out does not wait, so its time-out would not come */
		if (until) conc_verify_leaves_out("time-outs that come while a thread can run");
		S->current->thread_id = conc_os_thread_id();
		S->current->locks = mutex;
	}
	step_before(mutex, CONC_TOUCH_LOCKS, NULL, place);
	if (is_own(mutex)) error = EDEADLK;
	else error = WAIT(a_mutex, mutex, pthread_mutex_trylock(mutex), until, place);
	S->current->locks = NULL;
	return error;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	if (!conc_schedule_on()) return REAL(pthread_mutex_lock)(mutex);
	return mutex_lock(mutex, NULL, HERE);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until)
{
	if (!conc_schedule_on()) return REAL(pthread_mutex_timedlock)(mutex, until);
	return mutex_lock(mutex, until, HERE);
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock,
                            const struct timespec *restrict until)
{
	if (!conc_schedule_on()) return REAL(pthread_mutex_clocklock)(mutex, clock, until);
	return mutex_lock(mutex, until, HERE);
}

/* schedules/calls.c has the functions of libc that release, and a static program libc's own. */
void conc_schedule_released(const volatile void *lock)
{
	if (conc_schedule_on()) wake(lock, UINT32_MAX);
}

int pthread_spin_lock(volatile pthread_spinlock_t *lock)
{
	if (!conc_schedule_on()) return REAL(pthread_spin_lock)(lock);
	step_before(lock, CONC_TOUCH_LOCKS, NULL, HERE);
	return WAIT("pthread_spin", lock, pthread_spin_trylock(lock), NULL, HERE);
}

/* The functions that lock a rwlock in that way. */
#define RWLOCK(kind, try)                                                                      \
	int pthread_rwlock_##kind##lock(pthread_rwlock_t *lock)                                \
	{                                                                                      \
		if (!conc_schedule_on()) return REAL(pthread_rwlock_##kind##lock)(lock);       \
		step_before(lock, CONC_TOUCH_LOCKS, NULL, HERE);                               \
		return WAIT("pthread_rwlock", lock, try(lock), NULL, HERE);                    \
	}                                                                                      \
	int pthread_rwlock_timed##kind##lock(pthread_rwlock_t *restrict lock,                  \
	                                     const struct timespec *restrict until)            \
	{                                                                                      \
		if (!conc_schedule_on())                                                       \
			return REAL(pthread_rwlock_timed##kind##lock)(lock, until);            \
		step_before(lock, CONC_TOUCH_LOCKS, NULL, HERE);                               \
		return WAIT("pthread_rwlock", lock, try(lock), until, HERE);                   \
	}                                                                                      \
	int pthread_rwlock_clock##kind##lock(pthread_rwlock_t *restrict lock, clockid_t clock, \
	                                     const struct timespec *restrict until)            \
	{                                                                                      \
		if (!conc_schedule_on())                                                       \
			return REAL(pthread_rwlock_clock##kind##lock)(lock, clock, until);     \
		step_before(lock, CONC_TOUCH_LOCKS, NULL, HERE);                               \
		return WAIT("pthread_rwlock", lock, try(lock), until, HERE);                   \
	}

RWLOCK(rd, pthread_rwlock_tryrdlock)
RWLOCK(wr, pthread_rwlock_trywrlock)

static int semaphore_try(sem_t *semaphore)
{
	if (sem_trywait(semaphore) == 0) return 0;
	return errno == EAGAIN ? EBUSY : errno;
}

static int semaphore_wait(sem_t *semaphore, const struct timespec *until, const void *place)
{
	int error;

	step_before(semaphore, CONC_TOUCH_CHANGES, "waits for", place);
	if (conc_trap_on) pthread_testcancel();
	error = WAIT("sem_wait", semaphore, semaphore_try(semaphore), until, place);
	if (conc_trap_on) pthread_testcancel();
	if (error) errno = error;
	return error ? -1 : 0;
}

int sem_wait(sem_t *semaphore)
{
	if (!conc_schedule_on()) return REAL(sem_wait)(semaphore);
	return semaphore_wait(semaphore, NULL, HERE);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until)
{
	if (!conc_schedule_on()) return REAL(sem_timedwait)(semaphore, until);
	return semaphore_wait(semaphore, until, HERE);
}

int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict until)
{
	if (!conc_schedule_on()) return REAL(sem_clockwait)(semaphore, clock, until);
	return semaphore_wait(semaphore, until, HERE);
}

/* ---- Conditions: libc's state of them is not used ---- */

/* The lane is not left between the release of the mutex and the wait. */
static int condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                          const struct timespec *until, const void *place)
{
	int error, result = 0;

	step_before(conc_verify_on ? (void *)condition : (void *)mutex, CONC_TOUCH_CHANGES,
	            conc_verify_on ? "waits for" : "unlocks", place);
	if (!conc_verify_on)
		conc_schedule_operation(condition, CONC_TOUCH_CHANGES, "waits for", place);
	if (conc_trap_on) pthread_testcancel();
	waits("pthread_cond", condition, place);
	conc_schedule_forbid_switch(+1);
	error = pthread_mutex_unlock(mutex);
	conc_schedule_forbid_switch(-1);
	if (error) return error;
	if (conc_schedule_random(16)) /* else it wakes without a signal */
		result = conc_lane_wait(condition, UINT32_MAX, deadline_of(until));
	has_waited();
	error = mutex_lock(mutex, NULL, place);
	if (conc_trap_on) pthread_testcancel();
	return error ? error : result == -ETIMEDOUT ? ETIMEDOUT : 0;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
	if (!conc_schedule_on()) return REAL(pthread_cond_wait)(condition, mutex);
	return condition_wait(condition, mutex, NULL, HERE);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *until)
{
	if (!conc_schedule_on()) return REAL(pthread_cond_timedwait)(condition, mutex, until);
	return condition_wait(condition, mutex, until, HERE);
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until)
{
	if (!conc_schedule_on())
		return REAL(pthread_cond_clockwait)(condition, mutex, clock, until);
	return condition_wait(condition, mutex, until, HERE);
}

int pthread_cond_signal(pthread_cond_t *condition)
{
	if (!conc_schedule_on()) return REAL(pthread_cond_signal)(condition);
	conc_story_says("signals");
	conc_schedule_access(HERE, conc_schedule_step_at(condition, CONC_TOUCH_CHANGES));
	conc_schedule_signalled(condition, wake(condition, 1) > 0, HERE);
	return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
	if (!conc_schedule_on()) return REAL(pthread_cond_broadcast)(condition);
	conc_story_says("wakes all of");
	conc_schedule_access(HERE, conc_schedule_step_at(condition, CONC_TOUCH_CHANGES));
	conc_schedule_signalled(condition, wake(condition, UINT32_MAX) > 0, HERE);
	return 0;
}

/* ---- C11: glibc's types are those of pthread under other names ---- */

static int thrd_result(int error)
{
	return error == 0           ? thrd_success
	       : error == EBUSY     ? thrd_busy
	       : error == ETIMEDOUT ? thrd_timedout
	                            : thrd_error;
}

/* The two kinds of function differ in their result. */
struct start_c11 {
	int (*run)(void *);
	void *argument;
	const void *place;
};

static int run_c11(void *argument)
{
	struct start_c11 start = *(struct start_c11 *)argument;

	free(argument);
	begins((const void *)(uintptr_t)start.run, start.place);
	return start.run(start.argument);
}

int thrd_create(thrd_t *thread, int (*run)(void *), void *argument)
{
	struct start_c11 *start;
	int result;

	if (!conc_schedule_on()) return REAL(thrd_create)(thread, run, argument);
	need_kernel_threads("thrd_create");
	step_before(NULL, CONC_TOUCH_CHANGES, "starts a thread", HERE);
	start = malloc(sizeof *start);
	if (!start) return thrd_nomem;
	*start = (struct start_c11){run, argument, HERE};
	result = REAL(thrd_create)(thread, run_c11, start);
	if (result != thrd_success) free(start);
	conc_schedule_access(HERE, 0);
	return result;
}

int thrd_join(thrd_t thread, int *result)
{
	int done;

	if (!conc_trap_on) return REAL(thrd_join)(thread, result);
	step_before((void *)thread, CONC_TOUCH_CHANGES, "joins", HERE);
	waits("thrd_join", (void *)thread, HERE);
	done = REAL(thrd_join)(thread, result);
	has_waited();
	joined(thread, done != thrd_success);
	return done;
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

int cnd_signal(cnd_t *condition)
{
	return thrd_result(pthread_cond_signal((pthread_cond_t *)condition));
}

int cnd_broadcast(cnd_t *condition)
{
	return thrd_result(pthread_cond_broadcast((pthread_cond_t *)condition));
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
	if (conc_schedule.on && !conc_schedule_on())
		conc_stop(NULL, NULL,
		          "libconc%s: used by a kernel thread that is not part of the schedule",
		          conc_schedule_name());
}
