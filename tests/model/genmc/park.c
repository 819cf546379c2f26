/* SPDX-License-Identifier: MIT */
/* park.c and timer.c, and the epilogue of processor.c: no permit is lost or doubled, a
 * thread is made ready exactly once per park, only after its context was saved, and what the
 * unparker did before is seen; a thread that is woken in the kernel finds its slot taken. A
 * canceller (cancel.c) ends a wait that can be cancelled, or none, and never a later one.
 *
 * One thread parks, PARKS times; one unparks it, once per park; with DEADLINE one lets its timer
 * fire. The thread's own kernel thread and those on which it goes on are one thread of GenMC:
 * leaving the stack is a store to its context, and who makes it ready looks at that, as a dispatch
 * does. */
// scale: park.c s|	__builtin_unwind_init();||
// scale: atomic.h s/^#define conc_light_barrier.*/#define conc_light_barrier() __atomic_thread_fence(__ATOMIC_SEQ_CST)/
// options: --disable-spin-assume
// take: processor.c leave_park
// case: park -DPARKS=1
// case: twice -DPARKS=2
// case: deadline -DPARKS=1 -DDEADLINE
// case: kernel -DPARKS=1 -DPINNED=1
// case: kernel_twice -DPARKS=2 -DPINNED=1
// case: kernel_deadline -DPARKS=1 -DPINNED=1 -DDEADLINE
// case: foreign -DPARKS=1 -DFOREIGN=1
// case: cancel -DPARKS=1 -DCANCEL -DHEAVY=true
// case: cancel_then_park -DPARKS=2 -DCANCEL -DHEAVY=true
// case: cancel_without_barrier -DPARKS=2 -DCANCEL -DHEAVY=false
// case: cancel_kernel -DPARKS=1 -DPINNED=1 -DCANCEL -DHEAVY=true
// mutant: park.c s/was = exchange_acq_rel(&t->park, CONC_PARK_NOTIFIED)/was = exchange_acquire(\&t->park, CONC_PARK_NOTIFIED)/
// mutant: park.c s/was = exchange_acq_rel(&t->park, CONC_PARK_NOTIFIED)/was = exchange_release(\&t->park, CONC_PARK_NOTIFIED)/
// mutant: park.c s/was = exchange_acq_rel(&t->park, CONC_PARK_NOTIFIED)/was = load_acquire(\&t->park); store_release(\&t->park, CONC_PARK_NOTIFIED)/
// mutant: park.c s/if (load_acquire(&self->park) != CONC_PARK_NOTIFIED) wait_for_permit(self)/if (load_relaxed(\&self->park) != CONC_PARK_NOTIFIED) wait_for_permit(self)/
// mutant: park.c s/if (was == CONC_PARK_NOTIFIED || was == CONC_PARK_EXPIRED) return false;//
// mutant: park.c s/cas_acq_rel(&t->park, &was, CONC_PARK_EXPIRED)/cas_relaxed(\&t->park, \&was, CONC_PARK_EXPIRED)/
// mutant: park.c s/was = exchange_acquire(&self->park, CONC_PARK_RUNNING)/was = load_acquire(\&self->park); store_relaxed(\&self->park, CONC_PARK_RUNNING)/
// mutant: park.c s/if (!cas_acq_rel(&self->park, &expected, CONC_PARK_PARKED_KERNEL)) return;/store_release(\&self->park, CONC_PARK_PARKED_KERNEL);/
// mutant: park.c s/while (!load_acquire(&self->kernel_woken))/while (load_acquire(\&self->park) == CONC_PARK_PARKED_KERNEL)/
// mutant: park.c s/while (!load_acquire(&self->kernel_woken))/while (!load_relaxed(\&self->kernel_woken))/
// mutant: park.c s/	store_release(&t->kernel_woken, 1);/	store_relaxed(\&t->kernel_woken, 1);/
// mutant: park.c s/	conc_os_futex_wake(&t->kernel_woken, 1);//
// mutant: park.c s/	conc_scheduler_kernel_wake(foreign);//
// mutant: park.c s/	conc_timer_remove(&self->timer);//
// mutant: cancel.c s/	conc_light_barrier();//
// mutant: cancel.c s/if (CONC_LIKELY(!cancel_store_and_check(self, 0))) return false;/cancel_store_and_check(self, 0); return load_acquire(\&self->cancel) != CONC_CANCEL_NONE;/
// mutant: cancel.c s/load_seq_cst(&t->cancellable) \&\& conc_thread_expire(t)/conc_thread_expire(t)/
// mutant: processor.c s/if (!cas_acq_rel(&t->park, &expected, CONC_PARK_PARKED))/if (!cas_relaxed(\&t->park, \&expected, CONC_PARK_PARKED))/
// mutant: processor.c s/if (!cas_acq_rel(&t->park, &expected, CONC_PARK_PARKED))/store_release(\&t->park, CONC_PARK_PARKED); if (expected)/
#define MODEL_LOOKS
#include "futex.h"

#include <conc/duration.h>
#include <stop.h>

#define conc_processor_current unit_processor_current
#define conc_signal_handler_check unit_signal_handler_check
#include <processor.h>
#include <signal_handler.h>
#undef conc_processor_current
#undef conc_signal_handler_check
#define conc_signal_handler_check(thread, where, what) ((void)0)

#ifndef PINNED
#define PINNED 0
#endif
#ifndef FOREIGN
#define FOREIGN 0
#endif

static struct conc_thread parker;
static struct conc_processor processor = {.foreign = FOREIGN};
static uint32_t parks; /* atomic: which park it is about to begin */
static uint32_t ready; /* atomic: it was made ready and not yet dispatched */
static uint32_t slots; /* atomic: given back less taken on its behalf */
static int written;    /* plain: by the unpark that parks says */

static struct conc_processor *conc_processor_current(void)
{
	return &processor;
}

#include <scheduler.h>

struct conc_scheduler conc_scheduler;
void (*conc_leave_hook)(struct conc_processor *p); /* no layer above has anything to do */
void (*conc_wait_hook)(struct conc_thread *self);

void conc_scheduler_ready(struct conc_thread *t)
{
	assert(t->context == &parker); /* saved, and its saving is seen */
	assert(exchange_acq_rel(&ready, 1) == 0);
}

void conc_scheduler_queue(struct conc_processor *p, struct conc_thread *t)
{
	(void)p;
	conc_scheduler_ready(t);
}

#define conc_scheduler_submitted(p) ((void)(p))
#include <taken.c>

/* The switch: away, its epilogue, and back when it was made ready. */
void conc_processor_park(struct conc_processor *p, struct conc_thread *self)
{
	self->context = self;
	leave_park(p, self);
	if (!load_acquire(&ready)) conc_relax(1);
	store_relaxed(&ready, 0);
	self->context = NULL; /* it runs */
}

void conc_scheduler_slot_release(struct conc_processor *p, bool able)
{
	(void)p, (void)able;
	add_relaxed(&slots, 1);
}

void conc_scheduler_slot_take(struct conc_processor *p, bool able)
{
	(void)p, (void)able;
}

void conc_scheduler_kernel_wake(bool foreign)
{
	assert(foreign == (bool)FOREIGN);
	if (foreign) sub_relaxed(&conc_scheduler.foreign_waiting, 1);
	else sub_relaxed(&slots, 1);
}

void conc_scheduler_check_blocked(void) {}

void conc_scheduler_timer_changed(uint64_t deadline)
{
	(void)deadline;
}

void conc_tiny_lock_wait(struct conc_tiny_lock *lock)
{
	if (!conc_tiny_lock_try(lock)) conc_relax(1);
}

void conc_tiny_lock_wake(struct conc_tiny_lock *lock)
{
	(void)lock;
}

uint64_t conc_now(void)
{
	return 10;
}

void conc_yield(void) {}

void conc_stop(const char *where, const struct conc_thread *thread, const char *format, ...)
{
	(void)where, (void)thread, (void)format;
	assert(!"conc_stop");
	abort();
}

struct conc_thread *conc_thread_self(void)
{
	return &parker;
}

void conc_backoff(unsigned *turns)
{
	(void)turns;
	conc_relax(1);
}

void conc_os_heavy_barrier(void)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#include <errno.h>
#ifndef ECANCELED /* not in GenMC's headers */
#define ECANCELED 125
#endif

#include <timer.c>
#undef errno
#include <park.c>

#include <cancel.c>

/* It runs only when it is counted. */
static void check_counts(void)
{
	assert(load_relaxed(&slots) == 0 && load_relaxed(&conc_scheduler.foreign_waiting) == 0);
}

static void *park(void *unused)
{
	for (int i = 1; i <= PARKS; i++) {
		store_release(&parks, (uint32_t)i);
#ifdef DEADLINE
		/* the permit is still to come: the contract is one park per unpark */
		if (conc_thread_park_until(&parker, 1) == -ETIMEDOUT) conc_thread_park(&parker);
#elif defined(CANCEL)
		/* the last one cannot be cancelled any more */
		if (i == PARKS && PARKS > 1) conc_thread_park(&parker);
		else if (conc_thread_park_cancellable(&parker, CONC_NEVER)) conc_thread_park(&parker);
#else
		conc_thread_park(&parker);
#endif
		check_counts();
		assert(written == i);
	}
	return unused;
}

static void *unpark(void *unused)
{
	for (int i = 1; i <= PARKS; i++) {
		if (load_acquire(&parks) != (uint32_t)i) conc_relax(1);
		written = i;
		conc_thread_unpark(&parker);
	}
	return unused;
}

/* The thread that finds the deadline passed. */
static void *expire_timers(void *unused)
{
	conc_timer_run();
	return unused;
}

static void *cancel(void *unused)
{
	conc_thread_cancel(&parker);
	return unused;
}

int main(void)
{
	pthread_t threads[3];

	processor.current = &parker;
#ifdef CANCEL
	conc_scheduler.heavy_barrier = HEAVY;
#endif
	parker.pinned = PINNED;
	parker.kind = FOREIGN ? CONC_THREAD_FOREIGN : CONC_THREAD_TASK;
	pthread_create(&threads[0], NULL, park, NULL);
	pthread_create(&threads[1], NULL, unpark, NULL);
#ifdef DEADLINE
	pthread_create(&threads[2], NULL, expire_timers, NULL);
	pthread_join(threads[2], NULL);
#elif defined(CANCEL)
	pthread_create(&threads[2], NULL, cancel, NULL);
	pthread_join(threads[2], NULL);
#endif
	(void)expire_timers, (void)cancel;
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	assert(parker.park == CONC_PARK_RUNNING);
	assert(slots == 0 && conc_scheduler.foreign_waiting == 0 && ready == 0);
	return 0;
}
