/* SPDX-License-Identifier: MIT */
/*
 * limiter: conc_limiter.
 *
 * The idea. The generic cell rate algorithm (ITU-T I.371, annex A: virtual scheduling) keeps one
 * number: here the time at which the next turn comes. A turn taken at `now` moves it to
 *
 *     max(next, now - (burst - 1) * every) + every
 *
 * A turn may be taken from then on. With the lowest bit as a mark that is one word, conc_turn:
 *
 *     next ──a turn has come: cas──► a later one
 *     next ──guard──► next, MARK ──inside: turns for waiters──► next, MARK if any is left
 *
 * While the mark is set only the holder of the guard changes the word, so nobody overtakes the
 * FIFO.
 *
 * A waiter sleeps until its turn should come, `since`: `every` later for each one before it.
 * Whoever looks, since it comes, or since that time has, gives the turns that have come to the
 * first in the FIFO, which may be others. If a waiter leaves, those behind it sleep too long. So
 * whoever leaves the guard makes sure that the first in the FIFO looks when the next turn comes: if
 * it would do so later it is told to look again. That is a claim with the result AGAIN, for which
 * it stays in the FIFO. Until it has looked, a turn that has come is kept for it.
 *
 *     (sleeps until since) ──a turn: claim, out of the FIFO──► DONE
 *                          ──first, and since is too late: claim──► AGAIN ──enlist──► (sleeps)
 *
 * A clause whose statement does not wait now (`and`) is passed by.
 *
 * A turn publishes nothing, so the word is relaxed. The guard orders the FIFO.
 *
 * Rejected: to reserve the next turn and sleep (a waiter that leaves cannot give its turn back to
 * those behind it, and a clause that is not chosen often leaves); to sleep until the next turn and
 * then compete (all wake for each turn, and any of them has it).
 */
#include "conc/limiter.h"
#include "kernel/waiting.h"
#include "port/stop.h"

#define MARK UINT64_C(1)
#define LONG (UINT64_C(1) << 61) /* 73 years */

/* Returns the time, so late that all turns of a new limiter, whose next one comes at 0, are there.
 */
static uint64_t late_now(void)
{
	return conc_now() + LONG;
}

static uint64_t spacing(const struct conc_limiter *l)
{
	return (uint64_t)l->every < LONG ? (uint64_t)l->every : LONG;
}

/* Returns when the next turn comes if one is taken now. */
static uint64_t turn_after(const struct conc_limiter *l, uint64_t next, uint64_t now)
{
	uint64_t every = spacing(l), others = l->burst > 1 ? l->burst - 1 : 0;
	uint64_t kept = others && every > LONG / others ? LONG : others * every;

	return (next < now - kept ? now - kept : next) + every;
}

/* ---- Inside the guard, with the mark ---- */

struct inside {
	struct conc_waiter *head, *served; /* the FIFO; a ring of those who have got their turn */
	uint64_t now, next;
	unsigned ahead; /* those before the one that looks that want a turn now */
	unsigned told;  /* of these: a turn is kept for each */
};

static void enter(struct conc_limiter *l, struct inside *in)
{
	in->head = conc_guard_enter(&l->conc_queue);
	in->served = NULL;
	in->now = late_now();
	in->next = or_relaxed(&l->conc_turn, MARK) >> 1;
	in->ahead = in->told = 0;
}

/* Returns whether a turn has come that is kept for nobody. */
static bool has_turn(const struct conc_limiter *l, const struct inside *in)
{
	uint64_t next = in->next;

	for (unsigned i = 0; i < in->told && next <= in->now; i++)
		next = turn_after(l, next, in->now);
	return next <= in->now;
}

/* Returns whether w's statement has been told to look again, and has not yet. */
static bool is_told(const struct conc_waiter *w)
{
	return load_relaxed(&w->selection->state) == (uintptr_t)w; /* written inside the guard */
}

/* Returns the first that wants a turn, claimed, if it does not look when the next one comes. */
static struct conc_waiter *tell(const struct inside *in)
{
	for (struct conc_waiter *w = in->head; w; w = conc_waiters_next(in->head, w)) {
		if (is_told(w)) return NULL;
		if (!conc_waiter_is_open(w)) continue;
		if (w->since + LONG <= in->next) return NULL;
		if (conc_waiter_claim(w)) return w;
	}
	return NULL;
}

static void leave(struct conc_limiter *l, struct inside *in)
{
	struct conc_waiter *told = tell(in);

	store_relaxed(&l->conc_turn, in->next << 1 | (in->head ? MARK : 0));
	conc_guard_leave(&l->conc_queue, in->head);
	if (told) conc_waiter_complete(told, CONC_WAIT_AGAIN);
	if (in->served) conc_waiters_complete_all(in->served, CONC_WAIT_DONE);
}

static void dequeue(struct conc_limiter *l, struct inside *in, struct conc_waiter *w)
{
	in->head = conc_waiters_remove(in->head, w);
	l->conc_waiting--;
}

/* Gives the turns that have come to the waiters before w; null: to all. */
static void serve(struct conc_limiter *l, struct inside *in, const struct conc_waiter *w)
{
	for (struct conc_waiter *first = in->head, *next; first && first != w; first = next) {
		next = conc_waiters_next(in->head, first);
		if (!w && !has_turn(l, in)) break;
		if (is_told(first)) {
			in->ahead++;
			in->told++;
		} else if (has_turn(l, in) && conc_waiter_claim(first)) {
			dequeue(l, in, first);
			in->served = conc_waiter_list_link(in->served, first);
			in->next = turn_after(l, in->next, in->now);
		} else if (conc_waiter_is_open(first)) {
			in->ahead++;
		}
	}
	if (!w) in->ahead = l->conc_waiting; /* too many, if statements do not wait: tell */
}

/* ---- Operations ---- */

static void check(const struct conc_limiter *l, const char *where)
{
	if (CONC_UNLIKELY(l->every <= 0))
		conc_stop(where, conc_thread_self(), "conc_limiter %p has no interval",
		          (const void *)l);
}

/* Inside the guard: first those who wait. */
static bool try_inside(struct conc_limiter *l)
{
	struct inside in;
	bool taken;

	enter(l, &in);
	serve(l, &in, NULL);
	taken = has_turn(l, &in);
	if (taken) in.next = turn_after(l, in.next, in.now);
	leave(l, &in);
	return taken;
}

bool conc_abi_limiter_try(struct conc_limiter *l, const char *where)
{
	uint64_t now, word;

	check(l, where);
	conc_operation_on(l, CHANGES, "tries");
	now = late_now();
	word = load_relaxed(&l->conc_turn);
	while (!(word & MARK)) {
		if (word >> 1 > now) return false;
		if (cas_relaxed(&l->conc_turn, &word, turn_after(l, word >> 1, now) << 1))
			return true;
	}
	return try_inside(l);
}

static bool limiter_attempt(void *limiter, struct conc_waiter *w, const char *where)
{
	(void)w;
	return conc_abi_limiter_try(limiter, where);
}

/* Inside the guard: takes the turn that has come. */
static int take_for(struct conc_limiter *l, struct inside *in, struct conc_waiter *w)
{
	if (!conc_selection_hold(w->selection)) return CONC_ENLIST_GONE;
	if (w->queued) dequeue(l, in, w);
	in->next = turn_after(l, in->next, in->now);
	conc_selection_resolve(w->selection, w);
	return CONC_ENLIST_DONE;
}

static int limiter_enlist(void *limiter, struct conc_waiter *w, bool queue, const char *where)
{
	struct conc_limiter *l = limiter;
	struct inside in;
	bool was_queued;
	int how = CONC_ENLIST_QUEUED;

	check(l, where);
	enter(l, &in);
	was_queued = w->queued;
	serve(l, &in, was_queued ? w : NULL);
	if (has_turn(l, &in)) {
		how = take_for(l, &in, w);
	} else if (queue) {
		w->since = in.next - LONG + in.ahead * spacing(l);
		how = conc_waiters_enlist(&in.head, w);
		l->conc_waiting += w->queued && !was_queued;
	}
	leave(l, &in);
	return how;
}

static void limiter_delist(void *limiter, struct conc_waiter *w)
{
	struct conc_limiter *l = limiter;
	struct inside in;

	enter(l, &in);
	if (w->queued) dequeue(l, &in, w);
	leave(l, &in);
}

const struct conc_selectable conc_limiter_selectable = {
        .operation = "conc_limiter",
        .enlist = limiter_enlist,
        .delist = limiter_delist,
        .attempt = limiter_attempt,
};

int conc_abi_limiter_wait(struct conc_limiter *l, const char *where)
{
	return conc_timed_wait(&conc_limiter_selectable, l, CONC_NEVER, where);
}

int conc_abi_limiter_wait_for(struct conc_limiter *l, conc_duration limit, const char *where)
{
	return conc_timed_wait(&conc_limiter_selectable, l, conc_timer_deadline(limit), where);
}
