/* SPDX-License-Identifier: MIT */
/*
 * spin_lock: conc_spin_lock, for critical sections of a few instructions.
 *
 * The idea. The word is the holder's descriptor, so misuse is found. Taking is one compare-and-swap
 * and releasing is one plain store, since no waiter is queued. The holder counts its spin locks in
 * its descriptor, and parking with a count stops the program: waiters would spin for as long as the
 * holder sleeps.
 *
 * A waiter looks (reads only) a bounded number of times, then yields: to other user threads, unless
 * it holds a spin lock itself, and to other kernel threads, since the holder's may not be running.
 *
 * Rejected: tickets, MCS: if the kernel preempts the holder or its successor, order costs a time
 * slice per preempted waiter.
 */

#include "conc/duration.h"
#include "kernel/mutex_core.h"
#include "kernel/statistics.h"
#include "port/os.h"
#include "port/stop.h"

enum { LOOKS = 100 };

const size_t conc_abi_spin_held_offset = offsetof(struct conc_thread, spin_held);

/* Counts l, which the caller has taken; in debug mode also records it. */
static void spin_lock_note_locked(struct conc_spin_lock *l, struct conc_thread *self,
                                  const char *where)
{
	self->spin_held++;
	if (!conc_order_on()) return;
	conc_held_add(conc_thread_self(), l, where);
	/* relaxed: only the holder writes a word that is not zero */
	store_relaxed(&l->conc_state, (uintptr_t)self | CONC_LOCK_DEBUG);
}

static bool spin_lock_try(struct conc_spin_lock *l, struct conc_thread *self)
{
	uintptr_t free = 0;

	/* acquire: pairs with the release store in conc_abi_spin_lock_unlock */
	if (load_relaxed(&l->conc_state) != 0 ||
	    !cas_acquire(&l->conc_state, &free, (uintptr_t)self))
		return false;
	conc_edge_lock(&l->conc_state);
	return true;
}

static void spin_lock_yield(struct conc_thread *self)
{
	if (!self->spin_held) conc_yield();
	conc_os_yield();
}

void conc_abi_spin_lock_lock_slow(struct conc_spin_lock *l, const char *where)
{
	struct conc_thread *self = conc_thread_self();

	if (conc_lock_owner(load_relaxed(&l->conc_state)) == self)
		conc_stop(where, self, "locks spin lock %p, which this thread holds already",
		          (void *)l);
	if (conc_order_on()) conc_order_locking(l, where);
	if (CONC_UNLIKELY(conc_statistics_on)) {
		conc_statistics_count("conc_spin_lock", where, 1);
		if (load_relaxed(&l->conc_state))
			conc_statistics_contended("conc_spin_lock", where);
	}
	for (int looks = 1; !spin_lock_try(l, self); looks++) {
		conc_relax(1);
		if (looks % LOOKS == 0) spin_lock_yield(self);
	}
	spin_lock_note_locked(l, self, where);
}

bool conc_abi_spin_lock_try_lock_slow(struct conc_spin_lock *l, const char *where)
{
	struct conc_thread *self = conc_thread_self();

	if (!spin_lock_try(l, self)) return false;
	spin_lock_note_locked(l, self, where);
	return true;
}

void conc_abi_spin_lock_unlock_slow(struct conc_spin_lock *l, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	uintptr_t state = load_relaxed(&l->conc_state);

	if (conc_lock_owner(state) != self)
		conc_lock_misuse("spin lock", l, conc_lock_owner(state), where);
	if (state & CONC_LOCK_DEBUG) conc_held_remove(conc_thread_self(), l);
	self->spin_held--;
	conc_edge_unlock(&l->conc_state);
	/* release: pairs with the acquire in conc_abi_spin_lock_lock and try */
	store_release(&l->conc_state, (uintptr_t)0);
}

CONC_LOCK_FUNCTIONS(conc_spin_lock, spin_lock_lock, spin_lock_try_lock, spin_lock_unlock)
