/* SPDX-License-Identifier: MIT */
/*
 * scope: a block whose children do not outlive it.
 *
 * The idea. A child is a detached thread that is also in a ring of its scope. At its end it
 * takes itself out; the last child unparks the owner if the owner waits already. Cancelling walks
 * the ring twice under the scope's lock, which keeps every descriptor in the ring alive. In
 * between comes the barrier (cancel.h), without the lock: children may end or be adopted meanwhile.
 *
 *     child:  in the ring ──canceller, lock; its cas NONE to CANCELLING──► marked (scope_cancels)
 *             marked ──the same canceller, behind the barrier, lock: finish──► in the ring
 *             marked ──its end, lock──► out of the ring: nothing is left to do
 *
 * Children whose wait `finish` has ended are made ready after the lock is released. A child that
 * is adopted after the first walk is not marked: the adopting thread cancels it.
 *
 * Who changes the ring. The spawner puts a child in, after starting it: the handle keeps the
 * descriptor until the spawner detaches it. The later of the end and the detaching (thread.c)
 * takes the child out. So `scope` of a descriptor is written before the release of the detaching
 * and read after the acquire of the end.
 *
 * A deadline belongs to the thread that runs the block and is inherited at a spawn (cancel.h); the
 * scope only puts it there and back.
 *
 * Rejected: a timer per scope that cancels the children (it would have to find those of their
 * children that are in no scope, and who waits for nothing needs no timer); joining handles one by
 * one at the end (a server that spawns for each request would keep all of them); registering tasks
 * with handles here, too (handles move, and their owner joins them: a guard in the block cancels a
 * task that is left in a handle).
 *
 * Invariants.
 * - A thread that has released the lock with no child left and told the owner does not touch the
 *   scope again.
 * - Only the owner waits. The thread that runs the block adopts, and its children: the scope
 * outlives them, and they hold its count above zero.
 */
#include "cancel.h"
#include "conc/abi_scope.h"
#include "port/stop.h"
#include "scheduler.h"

static struct conc_tiny_lock *lock_of(struct conc_scope *scope)
{
	_Static_assert(sizeof(struct conc_tiny_lock) == sizeof(scope->conc_lock), "the same word");
	return (struct conc_tiny_lock *)(void *)&scope->conc_lock;
}

void conc_abi_scope_adopt(struct conc_scope *scope, struct conc_thread *child)
{
	struct conc_thread *first;
	bool cancelled;

	conc_tiny_lock_acquire(lock_of(scope));
	first = scope->conc_first;
	child->scope = scope;
	scope->conc_children++;
	if (!first) {
		scope->conc_first = child->scope_next = child->scope_previous = child;
	} else {
		child->scope_next = first;
		child->scope_previous = first->scope_previous;
		first->scope_previous->scope_next = child;
		first->scope_previous = child;
	}
	cancelled = scope->conc_cancelled;
	conc_tiny_lock_release(lock_of(scope));
	if (cancelled) conc_thread_cancel(child);
	conc_thread_detach(conc_processor_get(), child);
}

void conc_abi_scope_adopt_in(struct conc_scope *scope, struct conc_thread *child, const char *where)
{
	if (!scope) conc_stop(where, conc_thread_self(), "spawn into a scope that is null");
	conc_abi_scope_adopt(scope, child);
}

void conc_scope_leave(struct conc_thread *child)
{
	struct conc_scope *scope = child->scope;
	struct conc_thread *owner = NULL;

	/* If the child ended before it was adopted, the caller is the owner, which is to see the
	 * child's past only at the end of the scope. */
	conc_operation_touches(scope, UNLOCKS);
	conc_edge_pass(&child->edge, scope);
	conc_tiny_lock_acquire(lock_of(scope));
	child->scope_next->scope_previous = child->scope_previous;
	child->scope_previous->scope_next = child->scope_next;
	if (scope->conc_first == child)
		scope->conc_first = child->scope_next == child ? NULL : child->scope_next;
	scope->conc_children--;
	child->scope_cancels = false;
	child->scope = NULL;
	if (scope->conc_children == 0) owner = scope->conc_waiting;
	conc_tiny_lock_release(lock_of(scope));
	if (owner) conc_thread_unpark(owner);
}

/* ---- Cancelling ---- */

/* Returns the next child in the ring; null if child is the last. The caller holds the lock. */
static struct conc_thread *after(const struct conc_scope *scope, const struct conc_thread *child)
{
	return child->scope_next == scope->conc_first ? NULL : child->scope_next;
}

/* Finishes what was started for all children. Returns a list of the threads to be made ready. */
static struct conc_thread *finish_all(struct conc_scope *scope)
{
	struct conc_thread *ready = NULL, **end = &ready;

	conc_tiny_lock_acquire(lock_of(scope));
	for (struct conc_thread *t = scope->conc_first; t; t = after(scope, t)) {
		if (!t->scope_cancels) continue;
		t->scope_cancels = false;
		if (!conc_thread_cancel_finish(t)) continue;
		*end = t;
		end = &t->next;
	}
	*end = NULL;
	conc_tiny_lock_release(lock_of(scope));
	return ready;
}

void conc_abi_scope_cancel(struct conc_scope *scope)
{
	struct conc_thread *next;
	bool first;

	conc_tiny_lock_acquire(lock_of(scope));
	first = !scope->conc_cancelled;
	scope->conc_cancelled = true;
	for (struct conc_thread *t = first ? scope->conc_first : NULL; t; t = after(scope, t))
		t->scope_cancels = conc_thread_cancel_start(t);
	conc_tiny_lock_release(lock_of(scope));
	if (!first) return;
	conc_thread_cancel_barrier();
	for (struct conc_thread *t = finish_all(scope); t; t = next) {
		next = t->next; /* not after it is ready: it may then run */
		conc_scheduler_ready(t);
	}
}

/* ---- Deadlines ---- */

uint64_t conc_abi_from_now(conc_duration duration)
{
	return conc_timer_deadline(duration);
}

void conc_abi_scope_limit(struct conc_scope *scope, uint64_t at, bool *late)
{
	struct conc_thread *self = conc_thread_self();

	if (at == 0) at = 1; /* 0 would be none */
	scope->conc_limit = at;
	scope->conc_outer = self->deadline;
	scope->conc_late = late;
	if (late) *late = false;
	if (!self->deadline || at < self->deadline) conc_thread_bound(self, at, self->shielded);
}

/* All children have ended. */
static void end_limit(struct conc_scope *scope)
{
	struct conc_thread *self = conc_thread_self();

	conc_thread_bound(self, scope->conc_outer, self->shielded);
	if (scope->conc_late) *scope->conc_late = scope->conc_limit <= conc_now();
}

void conc_abi_scope_end(struct conc_scope *scope)
{
	struct conc_thread *self = conc_thread_self();
	bool children;

	conc_operation_on(scope, AWAITS, "joins");
	if (!scope->conc_complete) conc_abi_scope_cancel(scope);
	/* the last child unparks an owner that waits */
	conc_tiny_lock_acquire(lock_of(scope));
	children = scope->conc_children != 0;
	if (children) scope->conc_waiting = self;
	conc_tiny_lock_release(lock_of(scope));
	if (children) {
		conc_thread_waits(self, "scope", scope, scope->conc_where, NULL);
		/* an owner that is cancelled here cancels its children and goes on waiting */
		if (conc_thread_park_cancellable(self, CONC_NEVER) != 0) {
			conc_abi_scope_cancel(scope);
			conc_thread_waits(self, "scope", scope, scope->conc_where, NULL);
			conc_thread_park(self);
		}
		conc_operation_touches(scope, AWAITS); /* all of them have ended */
	}
	conc_edge_to(scope);
	if (CONC_UNLIKELY(scope->conc_limit)) end_limit(scope);
}
