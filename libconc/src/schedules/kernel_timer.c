/* SPDX-License-Identifier: MIT */
/* Timers of a seeded run: alarm, setitimer and timer_create, in virtual time.
 *
 * A timer that is due sends its signal to the lane that it names, or to the first one that does not
 * block the signal; if all do, the kernel keeps it for sigwait. Timers of processor time are the
 * kernel's, since no such time passes here. */
#define _GNU_SOURCE
#include "kernel_timer.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "kernel_call.h"
#include "lane.h"

#define SECOND UINT64_C(1000000000)
#define NEVER UINT64_MAX
#define TIMERS 128

/* Timer 0 is that of alarm and setitimer(ITIMER_REAL). */
static struct timer {
	bool used;
	int signal, code; /* 0: none */
	int thread;       /* number of the kernel thread; 0: any */
	int clock;
	union sigval value;
	uint64_t next; /* NEVER: it is not set */
	uint64_t interval;
	int overruns;
} timers[TIMERS] = {{.used = true, .signal = SIGALRM, .code = SI_KERNEL, .next = NEVER}};
static unsigned highest; /* that was ever used */
static bool any_set;     /* a timer was ever set */

uint64_t conc_kernel_timer_next(void)
{
	uint64_t next = NEVER;

	if (!any_set) return NEVER;
	for (unsigned i = 0; i <= highest; i++)
		if (timers[i].used && timers[i].next < next) next = timers[i].next;
	return next;
}

void conc_kernel_timer_due(uint64_t now)
{
	if (!any_set) return;
	for (unsigned i = 0; i <= highest; i++) {
		struct timer *t = &timers[i];
		siginfo_t information = {.si_signo = t->signal, .si_code = t->code};
		if (!t->used || t->next > now) continue;
		t->overruns = 0;
		if (t->interval) {
			uint64_t missed = (now - t->next) / t->interval;
			t->overruns = (int)missed;
			t->next += (missed + 1) * t->interval;
		} else {
			t->next = NEVER;
		}
		information.si_timerid = (int)i;
		information.si_overrun = t->overruns;
		information.si_value = t->value;
		if (t->signal) conc_kernel_send(t->thread, &information);
	}
}

static void set(struct timer *t, uint64_t first, uint64_t interval, bool absolute)
{
	t->next = first ? (absolute ? conc_kernel_run_time(t->clock, first)
	                            : conc_schedule_now() + first)
	                : NEVER;
	t->interval = interval;
	any_set = true;
	conc_schedule_recheck();
}

static uint64_t left_of(const struct timer *t)
{
	uint64_t now = conc_schedule_now();

	return t->next == NEVER ? 0 : t->next > now ? t->next - now : 1;
}

static struct timer *timer_of(long id)
{
	return id > 0 && id <= (long)highest && timers[id].used ? &timers[id] : NULL;
}

static long create(long clock, const struct sigevent *event, int *id)
{
	unsigned i = 1;

	while (i < TIMERS && timers[i].used) i++;
	if (i == TIMERS) return -EAGAIN;
	if (i > highest) highest = i;
	timers[i] = (struct timer){.used = true,
	                           .signal = SIGALRM,
	                           .code = SI_TIMER,
	                           .clock = (int)clock,
	                           .value.sival_int = (int)i,
	                           .next = NEVER};
	if (event) {
		timers[i].value = event->sigev_value;
		timers[i].signal = event->sigev_notify == SIGEV_NONE ? 0 : event->sigev_signo;
		if (event->sigev_notify & SIGEV_THREAD_ID) timers[i].thread = event->_sigev_un._tid;
	}
	*id = (int)i;
	return 0;
}

static struct timespec span_of(uint64_t time)
{
	return (struct timespec){(time_t)(time / SECOND), (long)(time % SECOND)};
}

static void store_old(const struct timer *t, struct itimerspec *old)
{
	if (old) *old = (struct itimerspec){span_of(t->interval), span_of(left_of(t))};
}

static uint64_t microseconds(const struct timeval *span)
{
	return (uint64_t)span->tv_sec * SECOND + (uint64_t)span->tv_usec * 1000;
}

static struct timeval value_of(uint64_t time)
{
	return (struct timeval){(time_t)(time / SECOND), (long)(time % SECOND / 1000)};
}

static long set_real(const struct itimerval *new, struct itimerval *old)
{
	if (old)
		*old = (struct itimerval){value_of(timers[0].interval),
		                          value_of(left_of(&timers[0]))};
	if (new)
		set(&timers[0], microseconds(&new->it_value), microseconds(&new->it_interval),
		    false);
	return 0;
}

bool conc_kernel_timer_call(const struct conc_trap *trap, long *result)
{
	const long *a = trap->arguments;
	struct timer *t = timer_of(a[0]);

	*result = -EINVAL;
	switch (trap->number) {
	case SYS_setitimer:
		if (a[0] != ITIMER_REAL) return false;
		*result = set_real((const void *)a[1], (void *)a[2]);
		return true;
	case SYS_getitimer:
		if (a[0] != ITIMER_REAL) return false;
		*result = set_real(NULL, (void *)a[1]);
		return true;
#ifdef SYS_alarm
	case SYS_alarm:
		*result = (long)((left_of(&timers[0]) + SECOND - 1) / SECOND);
		set(&timers[0], (uint64_t)a[0] * SECOND, 0, false);
		return true;
#endif
	case SYS_timer_create:
		*result = create(a[0], (const void *)a[1], (int *)a[2]);
		return true;
	case SYS_timer_settime:
		if (!t || !a[2]) return true;
		store_old(t, (void *)a[3]);
		set(t, conc_schedule_nanoseconds(&((const struct itimerspec *)a[2])->it_value),
		    conc_schedule_nanoseconds(&((const struct itimerspec *)a[2])->it_interval),
		    a[1] & TIMER_ABSTIME);
		*result = 0;
		return true;
	case SYS_timer_gettime:
		if (t) store_old(t, (void *)a[1]);
		*result = t ? 0 : -EINVAL;
		return true;
	case SYS_timer_getoverrun:
		*result = t ? t->overruns : -EINVAL;
		return true;
	case SYS_timer_delete:
		if (t) *t = (struct timer){0};
		*result = t ? 0 : -EINVAL;
		return true;
	default:
		return false;
	}
}
