/* SPDX-License-Identifier: MIT */
/* waiting: claims, selections, and the guard's slow path. The idea and the states of a selection
 * word are in waiting.h, the guard's in guard.h. */
#include <errno.h>
#include <limits.h>

#include "port/os.h"
#include "waiting.h"

/* ---- The guard's slow path ---- */

enum { GUARD_SPINS = 64 };

static bool guard_try(uintptr_t *guard, uintptr_t *seen)
{
	*seen = load_relaxed(guard);
	/* acquire: pairs with the release in conc_guard_leave */
	return !(*seen & CONC_GUARD_BITS) && cas_acquire(guard, seen, *seen | CONC_GUARD_HELD);
}

void conc_guard_sleep(uintptr_t *guard, uintptr_t seen)
{
	uintptr_t marked = seen | CONC_GUARD_SLEEPERS;

	/* relaxed: the mark orders nothing; the holder's exchange takes it with the word */
	if ((seen & CONC_GUARD_HELD) && (seen == marked || cas_relaxed(guard, &seen, marked)))
		conc_os_futex_wait(conc_low_half(guard), (uint32_t)marked, CONC_NEVER);
}

uintptr_t conc_guard_enter_slow(uintptr_t *guard)
{
	uintptr_t seen;

	for (int spins = 0; !guard_try(guard, &seen); spins++) {
		if (spins < GUARD_SPINS) conc_relax(1);
		else conc_guard_sleep(guard, seen);
	}
	return seen;
}

void conc_guard_wake(uintptr_t *guard)
{
	conc_os_futex_wake(conc_low_half(guard), INT_MAX);
}

/* ---- Claims ---- */

/* Moves selection from OPEN to `to`, and waits while it is PENDING; false if it is CLOSED or
 * CLAIMED. It looks before it swaps: many waiters in a FIFO are clauses of a statement that has
 * been served elsewhere and has not run since, and a swap that fails costs as much as one that
 * succeeds. */
static bool selection_move(struct conc_selection *selection, uintptr_t to)
{
	unsigned turns = 0;

	for (;;) {
		/* acquire: a caller that fails has seen what the claimer did, as after a swap. The
		 * claimer is inside the guard, as the owner was when it enlisted after opening, so
		 * it does not see a selection closed that was opened before. */
		uintptr_t seen = load_acquire(&selection->state);

		/* acq_rel: acquires what the owner published by conc_selection_open; releases the
		 * claimer's past to an owner that finds the selection claimed in
		 * conc_selection_close */
		if (seen == CONC_SELECTION_OPEN)
			if (cas_acq_rel(&selection->state, &seen, to)) return true;
		if (seen != CONC_SELECTION_PENDING) return false;
		conc_backoff(&turns); /* its holder is between two instructions */
	}
}

bool conc_selection_claim(struct conc_selection *selection, struct conc_waiter *w)
{
	return selection_move(selection, (uintptr_t)w);
}

/* Claims two words in one step: makes the lower PENDING, claims the higher, then claims the lower
 * or opens it again. A thread that waits for a PENDING word holds only words at lower addresses, so
 * there is always a thread that can finish. */
static enum conc_pair claim_two(struct conc_waiter *mine, struct conc_waiter *other)
{
	bool mine_first =
	        conc_schedule_order(mine->selection) < conc_schedule_order(other->selection);
	struct conc_waiter *low = mine_first ? mine : other;
	struct conc_waiter *high = mine_first ? other : mine;
	bool both;

	if (!selection_move(low->selection, CONC_SELECTION_PENDING))
		return mine_first ? CONC_PAIR_MINE_GONE : CONC_PAIR_OTHER_GONE;
	both = selection_move(high->selection, (uintptr_t)high);
	conc_selection_resolve(low->selection, both ? low : NULL);
	if (both) return CONC_PAIR_BOTH;
	return mine_first ? CONC_PAIR_OTHER_GONE : CONC_PAIR_MINE_GONE;
}

enum conc_pair conc_waiter_claim_pair(struct conc_waiter *mine, struct conc_waiter *other)
{
	if (!mine->selection)
		return conc_waiter_claim(other) ? CONC_PAIR_BOTH : CONC_PAIR_OTHER_GONE;
	if (!other->selection)
		return conc_waiter_claim(mine) ? CONC_PAIR_BOTH : CONC_PAIR_MINE_GONE;
	if (mine->selection == other->selection || !conc_waiter_is_open(other))
		return CONC_PAIR_OTHER_GONE;
	return claim_two(mine, other);
}

/* ---- Claims from a FIFO ---- */

struct conc_waiter *conc_waiters_claim_first(struct conc_waiter **head)
{
	for (struct conc_waiter *w = *head; w; w = conc_waiters_next(*head, w)) {
		if (!conc_waiter_claim(w)) continue;
		*head = conc_waiters_remove(*head, w);
		return w;
	}
	return NULL;
}

struct conc_waiter *conc_waiters_claim_mode(struct conc_waiter **head, int32_t mode)
{
	for (struct conc_waiter *w = *head; w; w = conc_waiters_next(*head, w)) {
		if (w->mode != mode || !conc_waiter_claim(w)) continue;
		*head = conc_waiters_remove(*head, w);
		return w;
	}
	return NULL;
}

static struct conc_waiter *claim_all(struct conc_waiter **head, bool nonblocking)
{
	struct conc_waiter *claimed = NULL, *passed = NULL, *w;

	while ((w = *head)) {
		*head = conc_waiters_remove(w, w);
		if ((nonblocking || !w->nonblocking) && conc_waiter_claim(w))
			claimed = conc_waiter_list_link(claimed, w);
		else passed = conc_waiters_append(passed, w);
	}
	*head = passed;
	return claimed;
}

struct conc_waiter *conc_waiters_claim_all(struct conc_waiter **head)
{
	return claim_all(head, true);
}

struct conc_waiter *conc_waiters_claim_waiting(struct conc_waiter **head)
{
	return claim_all(head, false);
}

void conc_waiters_complete_all(struct conc_waiter *head, int32_t result)
{
	while (head) {
		struct conc_waiter *w = head;

		head = conc_waiter_list_unlink(head, w); /* before w's thread can go on */
		conc_waiter_complete(w, result);
	}
}

bool conc_waiter_delist(void *guard, struct conc_waiter *w)
{
	struct conc_waiter *head = conc_guard_enter(guard);
	bool queued = w->queued;

	if (queued) head = conc_waiters_remove(head, w);
	conc_guard_leave(guard, head);
	return queued;
}

/* ---- Owners ---- */

int32_t conc_waiter_wait(struct conc_waiter *w)
{
	conc_thread_park(w->thread);
	conc_edge_to(&w->thread->edge);
	return w->result;
}

int32_t conc_waiter_wait_or_withdraw(struct conc_waiter *w,
                                     bool (*withdraw)(void *resource, struct conc_waiter *w),
                                     void *resource, uint64_t deadline)
{
	int why = conc_thread_park_cancellable(w->thread, deadline);

	if (why) {
		if (withdraw(resource, w)) return why;
		conc_thread_park(w->thread); /* a partner was faster: its unpark is on its way */
	}
	conc_edge_to(&w->thread->edge);
	return w->result;
}

int32_t conc_waiter_wait_until(struct conc_waiter *w, uintptr_t *guard, uint64_t deadline)
{
	return conc_waiter_wait_or_withdraw(w, conc_waiter_delist, guard, deadline);
}

void conc_selection_open(struct conc_selection *selection)
{
	/* relaxed: the store that follows publishes it */
	if (load_relaxed(&selection->user)) store_relaxed(&selection->user, CONC_USER_OUT);
	/* release: publishes the clauses and the owner's last block to selection_move */
	store_release(&selection->state, CONC_SELECTION_OPEN);
}

struct conc_waiter *conc_selection_close(struct conc_selection *selection)
{
	if (selection_move(selection, CONC_SELECTION_CLOSED)) return NULL;
	/* acquire: pairs with the claimer's selection_move */
	return (struct conc_waiter *)load_acquire(&selection->state);
}

bool conc_selection_hold(struct conc_selection *selection)
{
	return !selection || selection_move(selection, CONC_SELECTION_PENDING);
}

void conc_selection_resolve(struct conc_selection *selection, struct conc_waiter *w)
{
	/* release: publishes to the next selection_move or conc_selection_close */
	if (selection) store_release(&selection->state, w ? (uintptr_t)w : CONC_SELECTION_OPEN);
}

bool conc_waiter_leave_permit(struct conc_waiter *w)
{
	struct conc_selection *selection = w->selection;

	/* relaxed: an observer is one for ever */
	if (load_relaxed(&selection->user) == CONC_USER_OBSERVER) {
		struct conc_observer *observer = (struct conc_observer *)(void *)w;

		observer->observed(observer);
		return true;
	}
	conc_edge_only_from(&w->thread->edge);
	/* release: the effect, for conc_selection_leave_user; acquire: the owner's clauses */
	return exchange_acq_rel(&selection->user, CONC_USER_DONE) == CONC_USER_IN;
}

bool conc_selection_enter_user(struct conc_selection *selection)
{
	/* acq_rel: a later partner finds IN and leaves the permit; an earlier one is seen here */
	if (exchange_acq_rel(&selection->user, CONC_USER_IN) != CONC_USER_DONE) return true;
	store_relaxed(&selection->user, CONC_USER_DONE); /* its partner does not look at it again */
	return false;
}

bool conc_selection_leave_user(struct conc_selection *selection, struct conc_thread *self)
{
	/* acq_rel: as above; pairs with conc_waiter_leave_permit */
	if (exchange_acq_rel(&selection->user, CONC_USER_OUT) != CONC_USER_DONE) return false;
	store_relaxed(&selection->user, CONC_USER_DONE);
	conc_thread_unpark(self);
	return true;
}

struct conc_waiter *conc_selection_wait(struct conc_selection *selection, struct conc_thread *self,
                                        uint64_t deadline, bool *cancelled)
{
	int why = 0;

	if (*cancelled) why = conc_thread_park_cancellable(self, deadline);
	else if (deadline == CONC_NEVER) conc_thread_park(self);
	else why = conc_thread_park_until(self, deadline);
	*cancelled = why == -ECANCELED;
	if (why) {
		if (!conc_selection_close(selection)) return NULL;
		conc_thread_park(self); /* the partner's unpark is on its way */
	}
	conc_edge_to(&self->edge);
	/* relaxed: the unpark has published the claim */
	return (struct conc_waiter *)load_relaxed(&selection->state);
}
