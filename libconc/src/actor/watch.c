/* SPDX-License-Identifier: MIT */
/*
 * watch: the end of an actor, as a clause of waituntil and as a message to another actor.
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
 * An actor that watches (conc_watch) is told by a message, conc_end. What it watches is in the same
 * list, and in one of its own, out of which its end takes it: so whoever tells, under the lock, has
 * a watcher that is there. conc_watch may not look again when it has listed a watch, as a clause
 * does: the watch may be told and freed by then. So it announces itself first, by a count that the
 * ender looks at, too, and which goes on to count the watch:
 *
 *     conc_watch:  count it for both actors; heavy barrier; under the lock: conc_ended of either?
 *                  then no watch, else list it
 *
 *     counted ──conc_watch: neither has ended──► listed; the actor has──► told; the watcher──► gone
 *     listed  ──the ender: take──► taken; the executor stops──► told
 *     taken   ──the ender, under the lock──► told
 *     listed, taken ──conc_unwatch; the watcher ends, or its executor stops──► gone
 *
 * An actor that its scope or a delete ends leaves (conc_leaves) before its fence goes through its
 * queue: a conc_end that came behind that would name an actor whose memory has gone.
 *
 * The messages of the actor that has ended come first: all outboxes are published before conc_end
 * is sent.
 *
 * Rejected: a flag in the ticket (only the thread that handles the actor's messages writes that,
 * and without a locked instruction); a record that goes through the actor's queue (an actor that
 * has not begun has none, and each wait with a limit would leave a record there); a lock for each
 * actor (a clause could not leave the list of an actor that is gone).
 *
 * Rejected for watches: sending outside the lock (the end of the watcher would have to wait for
 * that); one watch for each pair of actors (a search in each conc_watch).
 *
 * Invariant. Under the lock a list, an actor's or one that was taken, is in the list of all if and
 * only if something is in it.
 */
#include "watch.h"

#include <stdlib.h>

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
	return !ends->clauses && !ends->watches;
}

static void enter_all(struct conc_ends *ends)
{
	ends->previous = NULL;
	ends->next = all;
	if (all) all->previous = ends;
	all = ends;
	/* relaxed, here and below: under the lock, or before the barrier of listen */
	store_relaxed(&ends->listed, true);
}

static void leave_all(struct conc_ends *ends)
{
	if (ends->previous) ends->previous->next = ends->next;
	else all = ends->next;
	if (ends->next) ends->next->previous = ends->previous;
	/* release: pairs with conc_watch_end, after which its memory may go */
	store_release(&ends->listed, false);
}

static void leave_if_empty(struct conc_ends *ends)
{
	/* relaxed: as above */
	if (is_empty(ends) && load_relaxed(&ends->listed)) leave_all(ends);
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
	leave_if_empty(ends);
}

/* A watch is in two lists: those of the actor, and those of the watcher. */
enum { OF_ACTOR, OF_WATCHER };
struct conc_watch {
	struct conc_watch *next[2], **link[2]; /* link: what points to this one */
	struct conc_ends *ends;                /* the list of the actor that it is in */
	struct conc_ends *watcher;             /* fixed: of the watcher */
	const struct conc_actor *actor;        /* fixed; its memory may be gone when it was taken */
	const struct conc_abi_site *site;      /* fixed: for sending a conc_end to the watcher */
	void *object;                          /* fixed: of the actor, for the message */
	const char *type;                      /* fixed: the same */
};

static void link_watch(struct conc_watch **head, struct conc_watch *watch, int list)
{
	watch->next[list] = *head;
	watch->link[list] = head;
	if (*head) (*head)->link[list] = &watch->next[list];
	*head = watch;
}

static void unlink_watch(struct conc_watch *watch, int list)
{
	struct conc_watch *next = watch->next[list];

	*watch->link[list] = next;
	if (next) next->link[list] = watch->link[list];
}

static void list_watch(struct conc_ends *ends, struct conc_watch *watch)
{
	if (is_empty(ends)) enter_all(ends);
	watch->ends = ends;
	link_watch(&ends->watches, watch, OF_ACTOR);
	link_watch(&watch->watcher->watching, watch, OF_WATCHER);
}

/* Takes it out. The caller frees it. */
static void unlist_watch(struct conc_watch *watch)
{
	unlink_watch(watch, OF_ACTOR);
	unlink_watch(watch, OF_WATCHER);
	leave_if_empty(watch->ends);
	/* acq_rel: releases, as leave_all does */
	sub_acq_rel(&watch->ends->uses, 1u);
	sub_acq_rel(&watch->watcher->uses, 1u);
}

static void free_watches_of(struct conc_ends *watcher)
{
	struct conc_watch *watch;

	while ((watch = watcher->watching)) {
		unlist_watch(watch);
		free(watch);
	}
}

/* Moves all to `to`, which knows why the actor has ended. */
static void take(struct conc_ends *ends, struct conc_ends *to)
{
	struct conc_waiter *w = ends->clauses;
	struct conc_watch *watch;

	conc_edge_to(ends->actor); /* those that are told learn what it did */
	to->actor = ends->actor;
	to->uses = 0;
	to->watches = NULL;
	to->clauses = ends->clauses;
	for (; w; w = conc_waiters_next(to->clauses, w)) w->slot = to;
	ends->clauses = NULL;
	while ((watch = ends->watches)) {
		unlink_watch(watch, OF_ACTOR);
		link_watch(&to->watches, watch, OF_ACTOR);
		watch->ends = to;
		to->uses++;
	}
	enter_all(to);
	leave_all(ends); /* the actor of an executor that stops may be gone now */
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

/* Sends a conc_end. Returns whether the watcher takes it. */
static bool send_end(const struct conc_watch *watch, uint8_t why, int status)
{
	struct conc_end end = {.actor = watch->object,
	                       .type = watch->type,
	                       .why = (enum conc_ended_why)why,
	                       .status = status};

	return conc_actor_tell(watch->watcher->actor, watch->site, &end, watch->actor);
}

/* Under the lock. The list was taken. */
static void tell_watches(struct conc_ends *to_tell)
{
	struct conc_watch *watch;

	while ((watch = to_tell->watches)) {
		conc_edge_to(watch);
		send_end(watch, to_tell->why, to_tell->status);
		unlist_watch(watch); /* the watcher may be gone */
		free(watch);
	}
}

void conc_watch_take(struct conc_ends *ends, uint8_t why, int status, struct conc_ends *to_tell)
{
	to_tell->why = why;
	to_tell->status = status;
	conc_tiny_lock_acquire(&lock);
	free_watches_of(ends);
	if (load_relaxed(&ends->listed)) take(ends, to_tell);
	conc_tiny_lock_release(&lock);
}

void conc_watch_leave_slow(struct conc_ends *ends)
{
	conc_tiny_lock_acquire(&lock);
	free_watches_of(ends);
	conc_tiny_lock_release(&lock);
}

void conc_watch_tell_slow(struct conc_ends *to_tell)
{
	struct conc_waiter *claimed;

	conc_outbox_publish_every(true); /* what the actor sent before comes first */
	conc_tiny_lock_acquire(&lock);
	claimed = claim(to_tell);
	tell_watches(to_tell);
	leave_if_empty(to_tell);
	conc_tiny_lock_release(&lock);
	conc_waiters_complete_all(claimed, CONC_WAIT_DONE);
}

/* Under the lock. Takes out those whose watcher's executor has stopped. With the last one the list
 * may be gone. */
static void free_stopped(struct conc_ends *ends)
{
	for (struct conc_watch *watch = ends->watches, *next; watch; watch = next) {
		next = watch->next[OF_ACTOR];
		if (!is_stopped(watch->watcher->actor)) continue;
		unlist_watch(watch);
		free(watch);
	}
}

void conc_watch_stop(void)
{
	struct conc_waiter *claimed = NULL, *more, *w;
	struct conc_ends to_tell;

	to_tell.why = CONC_ENDED_STOPPED;
	to_tell.status = 0;
	conc_outbox_publish_every(true); /* as in conc_watch_tell_slow */
	conc_tiny_lock_acquire(&lock);
	for (struct conc_ends *ends = all, *next; ends; ends = next) {
		bool stopped = !ends->why && is_stopped(ends->actor);
		next = ends->next;
		if (stopped) take(ends, &to_tell);
		free_stopped(stopped ? &to_tell : ends);
		if (!stopped) continue;
		for (more = claim(&to_tell); (w = more);) {
			more = conc_waiter_list_unlink(more, w);
			claimed = conc_waiter_list_link(claimed, w);
		}
		tell_watches(&to_tell);
		leave_if_empty(&to_tell);
	}
	conc_tiny_lock_release(&lock);
	conc_waiters_complete_all(claimed, CONC_WAIT_DONE);
}

void conc_watch_forget(void)
{
	lock.word = 0;
	for (; all; all = all->next) {
		for (struct conc_watch *watch = all->watches, *next; watch; watch = next) {
			next = watch->next[OF_ACTOR];
			watch->watcher->watching = NULL;
			watch->watcher->uses = 0;
			free(watch);
		}
		all->clauses = NULL;
		all->watches = NULL;
		all->listed = false;
		all->uses = 0;
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
	if (w->queued && !((struct conc_ends *)w->slot)->why &&
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

/* ---- messages ---- */

/* Has the actor ended, or is it ending? */
static bool is_over(const struct conc_actor *actor)
{
	/* acquire: as in has_ended */
	return load_acquire(&actor->conc_ended) || is_stopped(actor);
}

/* May it be told no ends any more? */
static bool is_leaving(const struct conc_actor *watcher)
{
	/* relaxed: behind the barrier, under the lock */
	return load_relaxed(&watcher->conc_leaves) || is_over(watcher);
}

/* Lists it, unless one of the two actors has ended; then the watcher counts it still. Returns
 * whether it did. */
static bool begin_watch(struct conc_actor *actor, struct conc_watch *watch)
{
	struct conc_ends *ends = is_over(actor) ? NULL : &conc_actor_get_cold(actor)->ends;
	bool begins;

	/* relaxed: before the barrier */
	if (ends) add_relaxed(&ends->uses, 1u);
	add_relaxed(&watch->watcher->uses, 1u);
	conc_executor_heavy_barrier(); /* pairs with the light one in conc_watch_end and _leave */
	conc_tiny_lock_acquire(&lock);
	begins = ends && !is_over(actor) && !is_leaving(watch->watcher->actor);
	if (begins) list_watch(ends, watch);
	/* relaxed: the actor is there until conc_watch returns */
	else if (ends) sub_relaxed(&ends->uses, 1u);
	conc_tiny_lock_release(&lock);
	return begins;
}

/* Instead of listing it: the actor has ended, or the watcher has. */
static void tell_at_once(struct conc_actor *actor, struct conc_watch *watch)
{
	bool over = is_over(actor), told = true;
	uint8_t why = 0;

	if (over) {
		has_ended(actor);
		/* relaxed: has_ended has acquired it */
		why = load_relaxed(&actor->conc_ended);
		conc_edge_to(actor);
		conc_outbox_publish_every(true); /* as in conc_watch_tell_slow */
	}
	conc_tiny_lock_acquire(&lock);
	if (over && !is_leaving(watch->watcher->actor))
		told = send_end(watch, why ? why : CONC_ENDED_STOPPED,
		                why ? actor->conc_status : 0);
	if (!told && !load_relaxed(&watch->watcher->actor->conc_ticket))
		conc_misuse_no_system(watch->site);
	/* acq_rel: as in unlist_watch */
	sub_acq_rel(&watch->watcher->uses, 1u);
	conc_tiny_lock_release(&lock);
}

void conc_abi_watch(struct conc_actor *actor, const struct conc_abi_type *type,
                    struct conc_actor *watcher, const struct conc_abi_site *site)
{
	struct conc_watch *watch;

	conc_misuse_check_watch(actor, type, watcher, site);
	conc_operation_on(actor, USES, "watches");
	if (is_over(watcher)) return;
	if (actor->conc_type) type = actor->conc_type;
	watch = malloc(sizeof *watch);
	if (!watch) conc_stop(site->conc_where, conc_thread_self(), "no memory to watch an actor");
	*watch = (struct conc_watch){.watcher = &conc_actor_get_cold(watcher)->ends,
	                             .actor = actor,
	                             .site = site,
	                             .object = conc_actor_object(actor, type),
	                             .type = type->conc_name};
	conc_edge_from(watch); /* the watcher learns what the caller did before */
	if (begin_watch(actor, watch)) return;
	tell_at_once(actor, watch);
	free(watch);
}

bool conc_abi_unwatch(const struct conc_actor *actor, struct conc_actor *watcher, const char *where)
{
	struct conc_actor_cold *cold;
	struct conc_watch *watch;

	if (!actor || !watcher) conc_misuse_watch_null("conc_unwatch", where);
	conc_operation_on(watcher, USES, "watches no more");
	/* acquire: pairs with conc_actor_get_cold of another thread */
	cold = load_acquire(&watcher->conc_cold);
	if (!cold) return false;
	conc_tiny_lock_acquire(&lock);
	watch = cold->ends.watching;
	while (watch && watch->actor != actor) watch = watch->next[OF_WATCHER];
	if (watch) unlist_watch(watch);
	conc_tiny_lock_release(&lock);
	free(watch);
	return watch != NULL;
}
