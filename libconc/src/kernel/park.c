/* SPDX-License-Identifier: MIT */
/* Park, unpark, sleep, pin. The states are drawn in park.h; see also docs/protocols/park.md. */
#include "park.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>

#include "cancel.h"
#include "context.h"
#include "conc/duration.h"
#include "conc/thread.h"
#include "port/os.h"
#include "port/stop.h"
#include "recorder.h"
#include "scheduler.h"
#include "signal_handler.h"
#include "statistics.h"

/* Acts in the scheduler for a thread that sleeps in the kernel, and then wakes it. The caller has
 * moved its word away from PARKED_KERNEL. */
static void wake_kernel(struct conc_thread *t, bool foreign)
{
	struct conc_processor *p = conc_processor_current();

	if (p) conc_record(p, WAKES, p->current, t->number, NULL, NULL);
	else conc_recorder_add_outside(CONC_RECORDER_WAKES, t->number);
	conc_scheduler_kernel_wake(foreign);
	/* release: the thread does not run before it is counted, and sees what its unparker did */
	store_release(&t->kernel_woken, 1);
	conc_os_futex_wake(&t->kernel_woken, 1);
}

bool conc_thread_unpark_taking(struct conc_thread *t)
{
	bool foreign = t->kind == CONC_THREAD_FOREIGN;
	uint32_t was;

	conc_schedule_note(CONC_EVENT_WAKES, conc_thread_self_or_null(), t, NULL, NULL);
	/* release: publishes what the caller did to the thread that takes the permit;
	 * acquire: pairs with the epilogue's CAS, the thread's context is saved */
	was = exchange_acq_rel(&t->park, CONC_PARK_NOTIFIED);

	if (was == CONC_PARK_PARKED_KERNEL) wake_kernel(t, foreign);
	return was == CONC_PARK_PARKED;
}

void conc_thread_unpark(struct conc_thread *t)
{
	if (CONC_LIKELY(conc_thread_unpark_taking(t))) conc_scheduler_ready(t);
}

/* The transitions of a timer and of a canceller. The party that moves the thread out of PARKED
 * makes it ready. */
bool conc_thread_expire(struct conc_thread *t)
{
	bool foreign = t->kind == CONC_THREAD_FOREIGN;
	uint32_t was = load_relaxed(&t->park);

	do {
		if (was == CONC_PARK_NOTIFIED || was == CONC_PARK_EXPIRED) return false;
		/* acq_rel: as in conc_thread_unpark */
	} while (!cas_acq_rel(&t->park, &was, CONC_PARK_EXPIRED));
	if (was == CONC_PARK_PARKED_KERNEL) wake_kernel(t, foreign);
	return was == CONC_PARK_PARKED;
}

static struct conc_thread *fire(struct conc_timer *timer)
{
	char *thread = (char *)timer - offsetof(struct conc_thread, timer);
	struct conc_thread *t = (struct conc_thread *)(void *)thread;

	return conc_thread_expire(t) ? t : NULL;
}

/* Waits in the kernel. self is pinned or foreign. noinline: it saves all registers. */
static __attribute__((noinline)) void park_kernel(struct conc_processor *p,
                                                  struct conc_thread *self)
{
	uint32_t expected = CONC_PARK_RUNNING;

	/* for leaks.c: all that the frames above refer to is in memory, above this address */
	__builtin_unwind_init();
	self->context = (char *)__builtin_frame_address(0) - CONC_SAVED_REGISTERS;
	/* relaxed: published by the CAS */
	store_relaxed(&self->kernel_woken, 0);
	/* acq_rel: as in the epilogue. The CAS comes before the slot is given back: if the
	 * permit is already there, the program must not look blocked. */
	if (!cas_acq_rel(&self->park, &expected, CONC_PARK_PARKED_KERNEL)) return;
	if (p->foreign) {
		add_seq_cst(&conc_scheduler.foreign_waiting, 1);
		conc_scheduler_check_blocked();
	} else {
		conc_scheduler_slot_release(p, false);
	}
	/* acquire: the waker's release. Waiting for `park` to change is not enough: a thread that
	 * ran before its waker has counted it could park again and find every slot free. */
	while (!load_acquire(&self->kernel_woken))
		conc_os_futex_wait(&self->kernel_woken, 0, UINT64_MAX);
	if (!p->foreign) conc_scheduler_slot_take(p, false);
	conc_record(p, RUNS, self, NULL, self->name, self->started_at);
}

static void park_switch(struct conc_processor *p, struct conc_thread *self)
{
	uint16_t blocking = self->blocking;

	if (CONC_LIKELY(!blocking)) {
		conc_processor_park(p, self);
		return;
	}
	/* parking in a blocking section suspends the section */
	conc_scheduler_slot_take(p, true);
	self->blocking = 0;
	conc_processor_park(p, self);
	self->blocking = blocking;
	conc_scheduler_slot_release(conc_processor_current(), true);
}

/* Of a thread that stays on its kernel thread, or where waits are counted. */
static __attribute__((noinline)) void wait_long(struct conc_processor *p, struct conc_thread *self)
{
	const char *what = self->wait.operation, *where = self->wait.where;
	uint64_t begin = conc_statistics_on ? conc_now() : 0;

	if (p->foreign || self->pinned) park_kernel(p, self);
	else park_switch(p, self);
	if (begin && what) conc_statistics_waited(what, where, conc_now() - begin);
}

static void wait_for_permit(struct conc_thread *self)
{
	struct conc_processor *p = conc_processor_current();

	conc_signal_handler_check(self, self->wait.where,
	                          self->wait.operation ? self->wait.operation : "waiting");
	if (CONC_UNLIKELY(self->spin_held))
		conc_stop(self->wait.where, self, "waiting for a %s while holding a spin lock",
		          self->wait.operation ? self->wait.operation : "permit");
	conc_processor_before_wait(p, self);
	conc_record(p, WAITS, self, self->wait.object, self->wait.operation, self->wait.where);
	if (CONC_UNLIKELY(p->long_waits || self->pinned)) wait_long(p, self);
	else park_switch(p, self);
}

/* Takes the permit. The contract's one unpark has been made, so nobody else writes the word. */
static void has_permit(struct conc_thread *self)
{
	store_relaxed(&self->park, CONC_PARK_RUNNING);
	store_relaxed(&self->wait.operation, NULL);
	conc_schedule_note(CONC_EVENT_GOES_ON, self, NULL, NULL, NULL);
}

void conc_thread_park(struct conc_thread *self)
{
	assert(self == conc_processor_current()->current);
	/* acquire: the unparker's release */
	if (load_acquire(&self->park) != CONC_PARK_NOTIFIED) wait_for_permit(self);
	has_permit(self);
}

static void wait_until(struct conc_thread *self, uint64_t deadline)
{
	bool nap = !self->wait.object && !self->wait.where; /* of the runtime itself */

	if (load_acquire(&self->park) == CONC_PARK_NOTIFIED) return;
	if (deadline == CONC_NEVER) {
		wait_for_permit(self);
		return;
	}
	if (!nap) conc_verify_leaves_out("time-outs that come while a thread can run");
	self->timer.fire = fire;
	conc_timer_add(&self->timer, deadline);
	wait_for_permit(self);
	conc_timer_remove(&self->timer);
	if (nap) conc_verify_has_waited();
}

/* Returns whether the permit was there, and takes it. Nobody can expire the wait any more. */
static bool take_permit(struct conc_thread *self)
{
	/* acquire: the unparker's release. An exchange, since an unpark may come at any time. */
	uint32_t was = exchange_acquire(&self->park, CONC_PARK_RUNNING);

	store_relaxed(&self->wait.operation, NULL);
	conc_schedule_note(CONC_EVENT_GOES_ON, self, NULL, NULL, NULL);
	return was == CONC_PARK_NOTIFIED;
}

int conc_thread_park_until(struct conc_thread *self, uint64_t deadline)
{
	wait_until(self, deadline);
	return take_permit(self) ? 0 : -ETIMEDOUT;
}

/* self has a deadline or a shield: a wait that was ended too early for either goes on. */
static __attribute__((noinline)) int park_bounded(struct conc_thread *self, uint64_t deadline)
{
	struct conc_wait wait = self->wait;

	for (;;) {
		uint64_t at, now = conc_now();

		conc_cancel_begin(self);
		at = conc_thread_gives_up_at(self);
		if (at > now) wait_until(self, at < deadline ? at : deadline);
		conc_cancel_end(self);
		if (take_permit(self)) return 0;
		if (conc_thread_is_cancelled(self)) return -ECANCELED;
		if (deadline <= conc_now()) return -ETIMEDOUT;
		conc_thread_waits(self, wait.operation, wait.object, wait.where, wait.holder);
	}
}

int conc_thread_park_cancellable(struct conc_thread *self, uint64_t deadline)
{
	bool cancelled;

	if (CONC_UNLIKELY(self->bounded)) return park_bounded(self, deadline);
	cancelled = conc_cancel_begin(self);
	if (CONC_LIKELY(!cancelled)) wait_until(self, deadline);
	cancelled = conc_cancel_end(self);
	if (CONC_LIKELY(!cancelled) && deadline == CONC_NEVER) {
		has_permit(self);
		return 0;
	}
	if (take_permit(self)) return 0;
	return cancelled ? -ECANCELED : -ETIMEDOUT;
}

/* Keeps a permit that comes meanwhile for the next park. */
int conc_abi_sleep(conc_duration duration, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	uint64_t deadline;
	bool permit = false;
	int why = 0;

	if (duration <= 0) {
		conc_yield();
		return conc_thread_is_cancelled(self) ? -ECANCELED : 0;
	}
	deadline = conc_now() + (uint64_t)duration;
	while (!why) {
		conc_thread_waits(self, "sleep", NULL, where, NULL);
		why = conc_thread_park_cancellable(self, deadline);
		permit |= !why;
		if (!why && conc_now() >= deadline) break;
	}
	if (permit) conc_thread_unpark(self);
	return why == -ECANCELED ? why : 0;
}

int(conc_sleep)(conc_duration duration)
{
	return conc_abi_sleep(duration, "conc_sleep");
}

void conc_pin(void)
{
	conc_thread_self()->pinned++;
}

void conc_unpin(void)
{
	struct conc_thread *self = conc_thread_self();

	if (self->pinned == 0) conc_stop(NULL, self, "conc_unpin without conc_pin");
	self->pinned--;
}

/* Also counts these pins apart: releasing a lock that was taken before the runtime started must not
 * undo another pin. */
void conc_thread_owns(int change)
{
	struct conc_processor *p = conc_processor_current();
	struct conc_thread *self = p ? p->current : NULL;

	if (!self || p->foreign || self == &p->scheduler || (change < 0 && !self->owned)) return;
	self->owned += (uint32_t)change;
	self->pinned += (uint32_t)change;
}
