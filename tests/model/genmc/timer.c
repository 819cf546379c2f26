/* SPDX-License-Identifier: MIT */
/* timer.c: the owner of a timer adds it and takes it back, again and again, while one or two others
 * look what is due, or whether anything waits. A timer fires at its deadline or after it, once, and
 * not behind its removal; what is added is not forgotten, nor does a sleeper oversleep it. Slots
 * are of one nanosecond here, and there is one wheel. */
// scale: timer.c s/^#define WHEELS .*/#define WHEELS 1/
// scale: timer.c s/^#define GRAIN 12/#define GRAIN 0/
// scale: timer.c s/\[0 ... WHEELS - 1\] = //
// scale: timer.c s/^#define LEVELS .*/#define LEVELS 2/
// options: --disable-spin-assume
// case: later -DDEADLINES=5,20
// case: earlier -DDEADLINES=5,20,12
// case: earlier_again -DDEADLINES=20,8
// case: thrice -DDEADLINES=5,7,20
// case: pending -DDEADLINES=5,20,12 -DASK
// case: two_look -DDEADLINES=5,20 -DLOOKERS=2
// case: sleeper -DDEADLINES=20,12,15 -DASK -DSLEEPER
// mutant: timer.c s/store_seq_cst(&t->deadline, deadline)/store_release(\&t->deadline, deadline)/
// mutant: timer.c s/load_seq_cst(&t->place)/load_relaxed(\&t->place)/
// mutant: timer.c s/store_seq_cst(&t->place, place)/store_relaxed(\&t->place, place)/
// mutant: timer.c s/deadline = load_seq_cst(&t->deadline)/deadline = load_relaxed(\&t->deadline)/
// mutant: timer.c s/} while (is_earlier(deadline, place));/} while (0);/
// mutant: timer.c s/if (!load_acquire(&t->place)) return false;/return false;/
// mutant: timer.c s/if (!load_acquire(&t->place)) return false;/if (!load_relaxed(\&t->place)) return false;/
// mutant: timer.c s/store_release(&due->place, 0)/store_relaxed(\&due->place, 0)/
// mutant: timer.c s/		\*end = due->fire(due);/		store_release(\&due->place, 0); *end = due->fire(due);/
// mutant: timer.c s/cas_acq_rel(&t->deadline, &deadline, 0)/cas_acquire(\&t->deadline, \&deadline, 0)/
// mutant: timer.c s/cas_acq_rel(&t->deadline, &deadline, 0)/cas_release(\&t->deadline, \&deadline, 0)/
// mutant: timer.c s/cas_acq_rel(&t->deadline, &deadline, 0)/(store_release(\&t->deadline, 0), true)/
// mutant: timer.c s/exchange_acquire(&t->deadline, 0)/exchange_relaxed(\&t->deadline, 0)/
// mutant: timer.c s/if (place) unlink_timer(w, t);//
// mutant: timer.c s/store_release(&due->place, 0);//
// mutant: timer.c s/store_release(&t->deadline, deadline)/store_relaxed(\&t->deadline, deadline)/
// mutant: timer.c s/if (!load_seq_cst(&t->deadline)) unlink_timer/if (true) unlink_timer/
// mutant: timer.c s/if (!load_seq_cst(&t->deadline)) unlink_timer/if (!load_relaxed(\&t->deadline)) unlink_timer/
// mutant: timer.c s/store_seq_cst(&t->place, 0)/store_relaxed(\&t->place, 0)/
// mutant: timer.c s/else store_relaxed(&t->place, place)/else unlink_timer(w, t), put(w, t)/
#define MODEL_LOOKS
#include "model.h"

#define conc_processor_current unit_processor_current
#include <processor.h>
#undef conc_processor_current

#ifndef LOOKERS
#define LOOKERS 1
#endif
#ifndef ASK
#define ASK_ 0
#else
#define ASK_ 1
#endif

#ifndef SLEEPER
#define SLEEPER_ 0
#else
#define SLEEPER_ 1
#endif

#include <conc/duration.h>
#include <scheduler.h>

static struct conc_processor *conc_processor_current(void)
{
	return NULL;
}

void conc_scheduler_ready(struct conc_thread *t)
{
	(void)t;
}

void conc_scheduler_check_blocked(void) {}

static uint64_t until; /* plain: when the sleeper wakes up; the owner's, who alone tells it */

void conc_scheduler_timer_changed(uint64_t deadline)
{
	if (deadline < until) until = deadline;
}

void conc_tiny_lock_wait(struct conc_tiny_lock *lock)
{
	if (!conc_tiny_lock_try(lock)) conc_relax(1);
}

void conc_tiny_lock_wake(struct conc_tiny_lock *lock)
{
	(void)lock;
}

static uint64_t now = 10; /* while others look; plain, as nothing else changes it */

uint64_t conc_now(void)
{
	return now;
}

#include <timer.c>

static struct conc_timer timer;
static uint64_t due; /* plain: the owner's, and fire's while the timer has a deadline */
static int fired;    /* plain: under the lock, and the owner's after it has taken the timer back */

static struct conc_thread *fire(struct conc_timer *t)
{
	assert(t == &timer && due && now >= due);
	fired++;
	return NULL;
}

static const uint64_t deadlines[] = {DEADLINES};
enum { TIMES = sizeof deadlines / sizeof *deadlines };

static void *own(void *unused)
{
	for (int i = 0; i < TIMES; i++) {
		due = deadlines[i];
		fired = 0;
		timer.fire = fire;
		if (i || !SLEEPER_) conc_timer_add(&timer, due);
		if (i == TIMES - 1) break;
		assert(conc_timer_remove(&timer) == !fired && fired <= 1);
		due = 0;
	}
	return unused;
}

static void *look(void *unused)
{
	if (ASK_) conc_timer_pending();
	else conc_timer_run();
	return unused;
}

int main(void)
{
	pthread_t threads[1 + LOOKERS];

	wheels[0].base = 1;
	if (SLEEPER_) {
		timer.fire = fire;
		conc_timer_add(&timer, deadlines[0]);
		until = conc_timer_next();
	}
	for (int i = 0; i <= LOOKERS; i++)
		pthread_create(&threads[i], NULL, i ? look : own, NULL);
	for (int i = 0; i <= LOOKERS; i++) pthread_join(threads[i], NULL);
	/* the last one waits, or has fired */
	assert(conc_timer_pending() == !fired);
	assert(fired ? conc_timer_next() == CONC_NEVER : conc_timer_next() <= due);
	assert(!SLEEPER_ || until <= due);
	now = due;
	assert(fired || conc_timer_run() == CONC_NEVER);
	assert(fired == 1 && !conc_timer_remove(&timer));
	return 0;
}
