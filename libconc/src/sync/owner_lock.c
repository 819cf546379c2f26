/* SPDX-License-Identifier: MIT */
/*
 * owner_lock: conc_owner_lock, a conc_mutex whose holder may lock it again.
 *
 * The idea. The lock is a conc_mutex (mutex.c); a count beside it says how often the holder has
 * locked it beyond the first time. Only the holder writes the count, and it is 0 while the lock is
 * free, so the fast paths are those of conc_mutex plus one comparison.
 *
 * Rejected: looking for the caller's descriptor in the state before the compare-and-swap (under
 * contention it fetches the cache line twice); a condition that re-enters a monitor by locking it
 * depth times.
 */
#include "kernel/mutex_core.h"
#include "port/stop.h"

static struct conc_thread *holder(const struct conc_owner_lock *l)
{
	return conc_mutex_core_holder(&l->conc_mutex);
}

/* relaxed: other threads look at it only to fail (conc/lock.h) */
static void set_depth(struct conc_owner_lock *l, uint32_t depth)
{
	store_relaxed(&l->conc_depth, depth);
}

static void owner_lock_note_locked(struct conc_owner_lock *l, const char *where)
{
	if (!conc_order_on()) return;
	conc_order_locked(l, where);
	/* relaxed: the flag is the holder's own */
	or_relaxed(&l->conc_mutex.conc_state, CONC_LOCK_DEBUG);
}

static void enter_again(struct conc_owner_lock *l, const char *where)
{
	if (l->conc_depth == UINT32_MAX)
		conc_stop(where, conc_thread_self(), "locks monitor %p too often", (void *)l);
	set_depth(l, l->conc_depth + 1);
}

void conc_abi_owner_lock_lock_slow(struct conc_owner_lock *l, const char *where)
{
	struct conc_thread *self = conc_thread_self();

	if (holder(l) == self) {
		enter_again(l, where);
		return;
	}
	if (conc_order_on()) conc_order_locking(l, where);
	conc_mutex_core_lock(&l->conc_mutex, self, "monitor", where);
	owner_lock_note_locked(l, where);
}

bool conc_abi_owner_lock_try_lock_slow(struct conc_owner_lock *l, const char *where)
{
	struct conc_thread *self = conc_thread_self();

	if (holder(l) == self) {
		enter_again(l, where);
		return true;
	}
	if (!conc_mutex_core_try(&l->conc_mutex, self)) return false;
	owner_lock_note_locked(l, where);
	return true;
}

static void unlock_last(struct conc_owner_lock *l)
{
	if (load_relaxed(&l->conc_mutex.conc_state) & CONC_LOCK_DEBUG) {
		conc_order_unlocked(l);
		/* relaxed: the flag is the holder's own */
		and_relaxed(&l->conc_mutex.conc_state, ~(uintptr_t)CONC_LOCK_DEBUG);
	}
	conc_mutex_core_unlock(&l->conc_mutex);
}

void conc_abi_owner_lock_unlock_slow(struct conc_owner_lock *l, const char *where)
{
	if (holder(l) != conc_thread_self()) conc_lock_misuse("monitor", l, holder(l), where);
	if (l->conc_depth) set_depth(l, l->conc_depth - 1);
	else unlock_last(l);
}

uint32_t conc_owner_lock_leave(struct conc_owner_lock *l, const char *where)
{
	uint32_t depth = load_relaxed(&l->conc_depth);

	if (holder(l) != conc_thread_self()) conc_lock_misuse("monitor", l, holder(l), where);
	set_depth(l, 0);
	unlock_last(l);
	return depth;
}

void conc_owner_lock_return(struct conc_owner_lock *l, uint32_t depth, const char *where)
{
	conc_abi_owner_lock_lock(l, where);
	set_depth(l, depth);
}

/* ---- Clauses of a statement ---- */

static int owner_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	struct conc_owner_lock *l = resource;

	if (holder(l) != w->thread) return conc_mutex_core_enlist(&l->conc_mutex, w, queue);
	if (!conc_selection_hold(w->selection)) return CONC_ENLIST_GONE;
	conc_selection_resolve(w->selection, w);
	enter_again(l, where);
	return CONC_ENLIST_DONE;
}

static void owner_delist(void *resource, struct conc_waiter *w)
{
	conc_waiter_delist(&((struct conc_owner_lock *)resource)->conc_mutex.conc_queue, w);
}

static void owner_release(void *resource, struct conc_waiter *w, const char *where)
{
	(void)w;
	conc_abi_owner_lock_unlock(resource, where);
}

static bool owner_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	(void)w;
	return conc_abi_owner_lock_try_lock(resource, where);
}

const struct conc_selectable conc_owner_lock_selectable = {
        .operation = "monitor",
        .enlist = owner_enlist,
        .delist = owner_delist,
        .release = owner_release,
        .attempt = owner_attempt,
};

void(conc_owner_lock_lock)(conc_owner_lock *l)
{
	conc_abi_owner_lock_lock(l, NULL);
}
bool(conc_owner_lock_try_lock)(conc_owner_lock *l)
{
	return conc_abi_owner_lock_try_lock(l, NULL);
}
void(conc_owner_lock_unlock)(conc_owner_lock *l)
{
	conc_abi_owner_lock_unlock(l, NULL);
}
