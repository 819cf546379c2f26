/* SPDX-License-Identifier: MIT */
/*
 * watch: the end of an actor as a clause of waituntil.
 *
 * The idea. An actor ends in two steps. ENDED in its ticket closes it to messages; conc_ended says
 * that its destroy has run, and why. Who waits is in a list behind conc_cold, under one lock for
 * all actors: few actors are waited for, and the others have no such list. The thread that ends an
 * actor enters no lock to learn that nobody waits. It writes, passes a light barrier and looks; who
 * waits does so with a heavy one (docs/protocols/actor.md):
 *
 *     ender:   conc_ended = why|LOOKS; light barrier; is anything listed? then take it, under the
 *              lock; conc_ended = why; tell what was taken: claim it, or pass it by
 *     waiter:  enter the list, under the lock; heavy barrier; conc_ended? then leave the list again
 *
 * Who is told, or finds that the actor has ended, may free it. So conc_ended without LOOKS is the
 * last that the ender writes, and a thread that holds the actor lets it go before it tells
 * (delivery.c). Who looks waits for LOOKS and HELD to go: some instructions of a running thread.
 *
 *     not listed ──waiter: list──► listed ──waiter: delist──► not listed
 *                                    │├─waiter: conc_ended is set──► told
 *                                    ▼└─the executor stops──► told
 *                                  taken ──ender: claims it, or passes it by──► told
 *                                    └──waiter: delist──► not listed
 *
 * A clause that was taken or told does not touch the actor again: its memory may be gone.
 *
 * An actor whose executor has stopped has ended, too: its ticket names no queue. The thread that
 * stops it tells all that are listed (conc_watch_stop). Who enters the list later sees that there
 * is no queue, since it looks under the lock.
 *
 * Rejected: a flag in the ticket (only the thread that handles the actor's messages writes that,
 * and without a locked instruction); a record that goes through the actor's queue (an actor that
 * has not begun has none, and each wait with a limit would leave a record there); a lock for each
 * actor (a clause could not leave the list of an actor that is gone).
 *
 * Invariant. Under the lock an actor is in the list of all if and only if something is in its own.
 */
#include "watch.h"

#include "actor_misuse.h"
#include "conc/abi_waituntil.h"
#include "executor.h"
#include "kernel/waiting.h"
#include "port/stop.h"

static struct conc_tiny_lock lock;
static struct conc_ends *all; /* under the lock */

enum { LISTENS, TOLD }; /* the mode of a clause; under the lock while it is listed */

/* Has the executor that it joined stopped? */
static bool is_stopped(const struct conc_actor *actor)
{
	/* acquire: pairs with conc_executor_join, which has seen the queue */
	uint64_t ticket = load_acquire(&actor->conc_ticket);

	return ticket && !conc_queue_of(ticket);
}

/* If so, no other thread touches the actor any more, and what was done to it is seen. Not under the
 * lock: it may wait for a thread that enters that. */
static bool has_ended(const struct conc_actor *actor)
{
	unsigned turns = 0;

	/* acquire, here and below: pairs with conc_watch_end */
	if (!load_acquire(&actor->conc_ended)) return is_stopped(actor);
	/* acquire: the ticket's pairs with take_aside of delivery.c */
	while (load_acquire(&actor->conc_ended) & CONC_ENDED_LOOKS ||
	       load_acquire(&actor->conc_ticket) & CONC_TICKET_HELD)
		conc_backoff(&turns);
	return true;
}

/* ---- the lists, under the lock ---- */

static bool is_empty(const struct conc_ends *ends)
{
	return !ends->clauses;
}

static void enter_all(struct conc_ends *ends)
{
	ends->previous = NULL;
	ends->next = all;
	if (all) all->previous = ends;
	all = ends;
	/* relaxed, here and below: read under the lock, or between the barriers of listen and
	 * conc_watch_end */
	store_relaxed(&ends->listed, true);
}

static void leave_all(struct conc_ends *ends)
{
	if (ends->previous) ends->previous->next = ends->next;
	else all = ends->next;
	if (ends->next) ends->next->previous = ends->previous;
	store_relaxed(&ends->listed, false);
}

static void list_clause(struct conc_ends *ends, struct conc_waiter *w)
{
	if (is_empty(ends)) enter_all(ends);
	w->slot = ends;
	ends->clauses = conc_waiters_append(ends->clauses, w);
}

static void unlist_clause(struct conc_waiter *w)
{
	struct conc_ends *ends = w->slot;

	ends->clauses = conc_waiters_remove(ends->clauses, w);
	if (is_empty(ends) && load_relaxed(&ends->listed)) leave_all(ends);
}

/* Moves all to `to`. */
static void take(struct conc_ends *ends, struct conc_ends *to)
{
	struct conc_waiter *w = ends->clauses;

	conc_edge_to(ends->actor); /* those that are told learn what it did */
	to->actor = ends->actor;
	to->clauses = ends->clauses;
	store_relaxed(&to->listed, false);
	for (; w; w = conc_waiters_next(to->clauses, w)) w->slot = to;
	ends->clauses = NULL;
	leave_all(ends);
}

/* Takes all out. Returns a ring of those that are claimed. */
static struct conc_waiter *claim(struct conc_ends *ends)
{
	struct conc_waiter *claimed = conc_waiters_claim_all(&ends->clauses), *w;

	while ((w = ends->clauses)) { /* its statement does not wait now */
		ends->clauses = conc_waiters_remove(w, w);
		w->mode = TOLD;
	}
	return claimed;
}

/* ---- the end ---- */

void conc_watch_take(struct conc_ends *ends, struct conc_ends *to_tell)
{
	conc_tiny_lock_acquire(&lock);
	if (load_relaxed(&ends->listed)) take(ends, to_tell);
	conc_tiny_lock_release(&lock);
}

void conc_watch_tell_slow(struct conc_ends *to_tell)
{
	struct conc_waiter *claimed;

	conc_tiny_lock_acquire(&lock);
	claimed = claim(to_tell);
	conc_tiny_lock_release(&lock);
	conc_waiters_complete_all(claimed, CONC_WAIT_DONE);
}

void conc_watch_stop(void)
{
	struct conc_waiter *claimed = NULL, *more, *w;

	conc_tiny_lock_acquire(&lock);
	for (struct conc_ends *ends = all, *next; ends; ends = next) {
		next = ends->next;
		if (!is_stopped(ends->actor)) continue;
		conc_edge_to(ends->actor);
		for (more = claim(ends); (w = more);) {
			more = conc_waiter_list_unlink(more, w);
			claimed = conc_waiter_list_link(claimed, w);
		}
		leave_all(ends);
	}
	conc_tiny_lock_release(&lock);
	conc_waiters_complete_all(claimed, CONC_WAIT_DONE);
}

void conc_watch_forget(void)
{
	lock.word = 0;
	for (; all; all = all->next) {
		all->clauses = NULL;
		all->listed = false;
	}
}

/* ---- clauses ---- */

/* Under the lock. DONE: w has been told, while the selection was closed. */
static int list_again(struct conc_actor *actor, struct conc_waiter *w)
{
	if (w->mode == TOLD) return CONC_ENLIST_DONE;
	if (w->queued) return CONC_ENLIST_QUEUED;
	/* the ender may have claimed w since the opening, and the actor be gone */
	if (!conc_waiter_is_open(w)) return CONC_ENLIST_GONE;
	list_clause(&conc_actor_get_cold(actor)->ends, w);
	return CONC_ENLIST_QUEUED;
}

/* Lists w. DONE: it is not listed, and the actor has ended. */
static int listen(struct conc_actor *actor, struct conc_waiter *w)
{
	bool was_queued, finds = false;
	int how;

	conc_tiny_lock_acquire(&lock);
	was_queued = w->queued;
	how = list_again(actor, w);
	conc_tiny_lock_release(&lock);
	if (how != CONC_ENLIST_QUEUED || was_queued) return how;
	conc_executor_heavy_barrier(); /* pairs with the light one in conc_watch_end */
	conc_tiny_lock_acquire(&lock);
	/* If it is in another list or none, the ender has been here, and the actor may be gone.
	 * acquire: as in has_ended */
	if (w->queued && load_relaxed(&((struct conc_ends *)w->slot)->listed) &&
	    (load_acquire(&actor->conc_ended) || is_stopped(actor))) {
		unlist_clause(w);
		w->mode = TOLD;
		finds = true;
	}
	conc_tiny_lock_release(&lock);
	if (finds) has_ended(actor);
	return finds ? CONC_ENLIST_DONE : CONC_ENLIST_QUEUED;
}

static int watch_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	int how;

	(void)where;
	if (queue) how = listen(resource, w);
	else how = w->mode == TOLD || has_ended(resource) ? CONC_ENLIST_DONE : CONC_ENLIST_QUEUED;
	if (how != CONC_ENLIST_DONE) return how;
	if (!conc_selection_claim(w->selection, w)) return CONC_ENLIST_GONE;
	conc_edge_to(resource);
	return how;
}

static void watch_delist(void *resource, struct conc_waiter *w)
{
	(void)resource;
	conc_tiny_lock_acquire(&lock);
	if (w->queued) unlist_clause(w);
	conc_tiny_lock_release(&lock);
}

/* The clause is not listed. */
static bool watch_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	(void)where;
	if (w->mode != TOLD && !has_ended(resource)) return false;
	conc_edge_to(resource);
	return true;
}

const struct conc_selectable conc_actor_selectable = {
        .operation = "the end of an actor",
        .enlist = watch_enlist,
        .delist = watch_delist,
        .attempt = watch_attempt,
};

void conc_abi_actor_clause(struct conc_abi_waituntil *wait, unsigned clause,
                           struct conc_actor *actor, const char *where)
{
	if (!actor) conc_abi_waituntil_null(where);
	conc_misuse_check_replica(actor, "waituntil on the end", where);
	conc_misuse_check_end(actor, where);
	conc_abi_clause(wait, clause, &conc_actor_selectable, actor, NULL, where);
}
