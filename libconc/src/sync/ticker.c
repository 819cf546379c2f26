/* SPDX-License-Identifier: MIT */
/*
 * ticker: conc_ticker.
 *
 * The idea. A ticker is the time of its next tick. Who finds that it has come takes the tick by
 * moving the time to the first later one of the grid. Nobody is in a queue: a waiting thread sleeps
 * until the tick and then looks again.
 *
 *     0 ──the first wait: cas──► now + period ──a wait, when it has come: cas──► a later tick
 *
 * The word publishes nothing, so everything is relaxed.
 *
 * Rejected: a timer of the ticker's own, which ticks while nobody waits; a queue of waiters (who
 * shares a ticker wants one of the threads to act, and does not care which).
 */
#include "conc/ticker.h"
#include "kernel/waiting.h"
#include "port/stop.h"

void conc_ticker_start(conc_ticker *t, conc_duration first)
{
	store_relaxed(&t->conc_next, conc_now() + (first > 0 ? (uint64_t)first : 0));
}

uint64_t conc_ticker_missed(const conc_ticker *t)
{
	return load_relaxed(&t->conc_missed);
}

/* Returns when the next tick is; the first to look begins. */
static uint64_t next_tick(struct conc_ticker *t, uint64_t now, const char *where)
{
	uint64_t next = load_relaxed(&t->conc_next);

	if (CONC_UNLIKELY(t->period <= 0))
		conc_stop(where, conc_thread_self(), "conc_ticker %p has no period", (void *)t);
	if (CONC_LIKELY(next != 0)) return next;
	if (cas_relaxed(&t->conc_next, &next, now + (uint64_t)t->period))
		return now + (uint64_t)t->period;
	return next;
}

/* Takes the tick at next, which has come. False: another thread has. */
static bool take(struct conc_ticker *t, uint64_t next, uint64_t now)
{
	uint64_t period = (uint64_t)t->period, missed = (now - next) / period;

	if (!cas_relaxed(&t->conc_next, &next, next + (missed + 1) * period)) return false;
	if (missed) add_relaxed(&t->conc_missed, missed);
	return true;
}

static bool ticker_attempt(void *ticker, struct conc_waiter *w, const char *where)
{
	uint64_t now = conc_now(), next;

	(void)w;
	conc_operation_on(ticker, CHANGES, "looks at");
	next = next_tick(ticker, now, where);
	return next <= now && take(ticker, next, now);
}

static int ticker_enlist(void *ticker, struct conc_waiter *w, bool queue, const char *where)
{
	uint64_t now = conc_now(), next;

	(void)queue;
	while ((next = next_tick(ticker, now, where)) <= now) {
		bool taken;

		if (!conc_selection_hold(w->selection)) return CONC_ENLIST_GONE;
		taken = take(ticker, next, now);
		conc_selection_resolve(w->selection, taken ? w : NULL);
		if (taken) return CONC_ENLIST_DONE;
	}
	w->since = next;
	return CONC_ENLIST_QUEUED;
}

/* It is in no queue. */
static void ticker_delist(void *ticker, struct conc_waiter *w)
{
	(void)ticker, (void)w;
}

const struct conc_selectable conc_ticker_selectable = {
        .operation = "conc_ticker",
        .enlist = ticker_enlist,
        .delist = ticker_delist,
        .attempt = ticker_attempt,
};

int conc_abi_ticker_wait(struct conc_ticker *t, const char *where)
{
	return conc_timed_wait(&conc_ticker_selectable, t, CONC_NEVER, where);
}

int conc_abi_ticker_wait_for(struct conc_ticker *t, conc_duration limit, const char *where)
{
	return conc_timed_wait(&conc_ticker_selectable, t, conc_timer_deadline(limit), where);
}
