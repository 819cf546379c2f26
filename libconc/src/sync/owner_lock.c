/* SPDX-License-Identifier: MIT */
/*
 * owner_lock: conc_owner_lock, a conc_mutex whose holder may lock it again, and which any number of
 * threads may hold for reading.
 *
 * The idea. The lock is a conc_mutex (mutex.c); a count beside it says how often the holder has
 * locked it beyond the first time. Only the holder writes the count, and it is 0 while the lock is
 * free, so the fast paths are those of conc_mutex plus one comparison.
 *
 * A thread that holds the lock, in either mode, may lock it for reading again: also while a writer
 * waits, who waits for this thread. So each thread has a list of the locks that it reads (order.c).
 * The list also tells a reader that locks for writing, which would wait for itself: the program
 * stops.
 *
 * Rejected: looking for the caller's descriptor in the state before the compare-and-swap (under
 * contention it fetches the cache line twice); a condition that re-enters a monitor by locking it
 * depth times; letting every reader pass the writers that wait (writers would starve).
 */
#include "kernel/mutex_core.h"
#include "kernel/statistics.h"
#include "port/stop.h"

static struct conc_thread *holder(const struct conc_owner_lock *l)
{
	/* relaxed: compared with the caller, which knows its own stores */
	return conc_lock_owner(load_relaxed(&l->conc_mutex.conc_state));
}

/* relaxed: other threads look at it only to fail (conc/lock.h) */
static void set_depth(struct conc_owner_lock *l, uint32_t depth)
{
	store_relaxed(&l->conc_depth, depth);
}

static void owner_lock_note_locked(struct conc_owner_lock *l, const char *where)
{
	if (!conc_order_on()) return;
	conc_held_add(conc_thread_self(), l, where);
	/* relaxed: the flag is the holder's own */
	or_relaxed(&l->conc_mutex.conc_state, CONC_LOCK_DEBUG);
}

/* Returns the entry of l in the list of self, the caller, if it reads l; else null. */
static const struct conc_held *reads(const struct conc_owner_lock *l,
                                     const struct conc_thread *self)
{
	if (!conc_lock_readers(load_relaxed(&l->conc_mutex.conc_state))) return NULL;
	return conc_held_find(self, l);
}

/* Stops if self reads l: it would wait for itself. */
static void check_not_reading(const struct conc_owner_lock *l, const struct conc_thread *self,
                              const char *where)
{
	const struct conc_held *h = reads(l, self);

	if (h)
		conc_stop(where, self,
		          "locks monitor %p for writing, which this thread reads (since %s)",
		          (const void *)l, h->where ? h->where : "?");
}

static void enter_again(struct conc_owner_lock *l, const char *where)
{
	if (l->conc_depth == UINT32_MAX)
		conc_stop(where, conc_thread_self(), "locks monitor %p too often", (void *)l);
	set_depth(l, l->conc_depth + 1);
}

static int owner_lock_wait(struct conc_owner_lock *l, uint64_t deadline, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	int result;

	if (holder(l) == self) {
		enter_again(l, where);
		return 0;
	}
	check_not_reading(l, self, where);
	if (conc_order_on()) conc_order_locking(l, where);
	result = conc_mutex_core_lock(&l->conc_mutex, self, CONC_LOCK_WRITE, deadline, "monitor",
	                              where);
	if (!result) owner_lock_note_locked(l, where);
	return result;
}

void conc_abi_owner_lock_lock_slow(struct conc_owner_lock *l, const char *where)
{
	owner_lock_wait(l, CONC_NEVER, where);
}

int conc_abi_owner_lock_lock_for_slow(struct conc_owner_lock *l, conc_duration d, const char *where)
{
	return owner_lock_wait(l, conc_timer_deadline(d), where);
}

bool conc_abi_owner_lock_try_lock_slow(struct conc_owner_lock *l, const char *where)
{
	struct conc_thread *self = conc_thread_self();

	if (holder(l) == self) {
		enter_again(l, where);
		return true;
	}
	if (!conc_mutex_core_try(&l->conc_mutex, self, CONC_LOCK_WRITE)) return false;
	owner_lock_note_locked(l, where);
	return true;
}

static void unlock_last(struct conc_owner_lock *l)
{
	if (load_relaxed(&l->conc_mutex.conc_state) & CONC_LOCK_DEBUG) {
		conc_held_remove(conc_thread_self(), l);
		/* relaxed: the flag is the holder's own */
		and_relaxed(&l->conc_mutex.conc_state, ~(uintptr_t)CONC_LOCK_DEBUG);
	}
	conc_mutex_core_unlock(&l->conc_mutex);
}

static void check_held(const struct conc_owner_lock *l, const char *where)
{
	struct conc_thread *owner = holder(l), *self = conc_thread_self();

	if (owner == self) return;
	if (conc_lock_readers(load_relaxed(&l->conc_mutex.conc_state)))
		conc_stop(where, self, "unlocks monitor %p, which is held for reading",
		          (const void *)l);
	conc_lock_misuse("monitor", l, owner, where);
}

void conc_abi_owner_lock_unlock_slow(struct conc_owner_lock *l, const char *where)
{
	check_held(l, where);
	if (l->conc_depth) set_depth(l, l->conc_depth - 1);
	else unlock_last(l);
}

uint32_t conc_owner_lock_leave(struct conc_owner_lock *l, const char *where)
{
	uint32_t depth = load_relaxed(&l->conc_depth);

	check_held(l, where);
	set_depth(l, 0);
	unlock_last(l);
	return depth;
}

void conc_owner_lock_return(struct conc_owner_lock *l, uint32_t depth, const char *where)
{
	if (!conc_abi_write_take(&l->conc_mutex, true) &&
	    !conc_mutex_core_lent(&l->conc_mutex, where))
		conc_abi_owner_lock_lock_slow(l, where);
	set_depth(l, depth);
}

void conc_owner_lock_lend(struct conc_owner_lock *l, struct conc_waiter *to, const char *where)
{
	uint32_t depth = load_relaxed(&l->conc_depth);

	set_depth(l, 0);
	conc_mutex_core_lend(&l->conc_mutex, to, "monitor", where);
	set_depth(l, depth);
}

/* ---- Reading ---- */

void conc_abi_owner_lock_read_lock(struct conc_owner_lock *l, const char *where)
{
	struct conc_thread *self = conc_thread_self();

	conc_operation_on(l, CHANGES, "locks");
	if (conc_abi_read_take(&l->conc_mutex, true)) {
		conc_held_add(self, l, where);
		return;
	}
	if (holder(l) == self) {
		enter_again(l, where);
		return;
	}
	if (self->held_count && reads(l, self)) {
		/* relaxed: it holds the lock already */
		add_relaxed(&l->conc_mutex.conc_state, (uintptr_t)CONC_LOCK_READER);
	} else if (conc_order_on() || conc_statistics_on ||
	           !conc_mutex_core_try(&l->conc_mutex, self, CONC_LOCK_READ)) {
		if (conc_order_on()) conc_order_locking(l, where);
		conc_mutex_core_lock(&l->conc_mutex, self, CONC_LOCK_READ, CONC_NEVER,
		                     "monitor (read)", where);
	}
	conc_held_add(self, l, where);
}

void conc_abi_owner_lock_read_unlock(struct conc_owner_lock *l, const char *where)
{
	struct conc_thread *self = conc_thread_self();

	conc_operation_on(l, CHANGES, "unlocks");
	/* with CONC_DEBUG=1 the list has the monitors that self writes, too */
	if (CONC_UNLIKELY(conc_order_on() && holder(l) == self) || !conc_held_remove(self, l)) {
		if (holder(l) != self) conc_lock_misuse("monitor", l, holder(l), where);
		conc_abi_owner_lock_unlock(l, where);
	} else if (!conc_abi_read_leave(&l->conc_mutex)) {
		conc_mutex_core_unlock(&l->conc_mutex);
	}
}

/* ---- Clauses of a statement ---- */

static int owner_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	struct conc_owner_lock *l = resource;

	if (holder(l) != w->thread) {
		check_not_reading(l, w->thread, where);
		return conc_mutex_core_enlist(&l->conc_mutex, w, CONC_LOCK_WRITE, queue);
	}
	if (!conc_selection_hold(w->selection)) return CONC_ENLIST_GONE;
	conc_selection_resolve(w->selection, w);
	enter_again(l, where);
	return CONC_ENLIST_DONE;
}

static void owner_release(void *resource, struct conc_waiter *w, const char *where)
{
	(void)w;
	conc_abi_owner_lock_unlock(resource, where);
}

static bool owner_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	(void)w;
	if (conc_abi_owner_lock_try_lock(resource, where)) return true;
	check_not_reading(resource, conc_thread_self(), where);
	return false;
}

const struct conc_selectable conc_owner_lock_selectable = {
        .operation = "monitor",
        .enlist = owner_enlist,
        .delist = conc_mutex_core_delist,
        .selected = conc_mutex_core_selected,
        .release = owner_release,
        .attempt = owner_attempt,
};

CONC_LOCK_FUNCTIONS(conc_owner_lock, owner_lock_lock, owner_lock_try_lock, owner_lock_unlock)
CONC_LIMIT_FUNCTION(conc_owner_lock, owner_lock_lock)
