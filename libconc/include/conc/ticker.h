/* SPDX-License-Identifier: MIT */
/* conc_ticker: a tick each period, without drift.
 *
 *     conc_ticker beat = {.period = 100ms};
 *     while (conc_ticker_wait(&beat) == 0) sample();
 *
 * It begins with the first wait: the first tick is one period later, each other one period after
 * the one before. A tick that has come is taken by one wait. Ticks that come while nobody waits
 * become one; the others are dropped. Nothing runs between waits, and there is nothing to destroy.
 *
 * period is more than 0, or a wait stops the program; fixed while threads use the ticker. Several
 * threads may wait for one: each tick is taken by one of them, in no particular order, and orders
 * nothing between them. Any kernel thread may call everything here; signal handlers may not. */
#ifndef CONC_TICKER_H
#define CONC_TICKER_H

#include <stdint.h>

#include "conc/abi_base.h"
#include "conc/duration.h"

typedef struct conc_ticker {
	conc_duration period;
	uint64_t conc_next;   /* atomic: the next tick, in conc_now() nanoseconds; 0: not begun */
	uint64_t conc_missed; /* atomic: dropped ticks */
} conc_ticker;

/* The next tick is first from now; zero or less: it has come. While no thread waits for t. */
void conc_ticker_start(conc_ticker *t, conc_duration first);

/* int conc_ticker_wait(conc_ticker *t): waits for a tick and takes it. Returns 0, or -ECANCELED
 * (conc/cancel.h).
 *
 * int conc_ticker_wait_for(conc_ticker *t, conc_duration limit): the same for at most limit; then
 * returns -ETIMEDOUT. Zero or less: only tries. */
#define conc_ticker_wait(t) conc_abi_ticker_wait(t, CONC_HERE)
#define conc_ticker_wait_for(t, limit) conc_abi_ticker_wait_for(t, limit, CONC_HERE)

/* Returns how many ticks have been dropped so far. */
uint64_t conc_ticker_missed(const conc_ticker *t);

int conc_abi_ticker_wait(struct conc_ticker *t, const char *where);
int conc_abi_ticker_wait_for(struct conc_ticker *t, conc_duration limit, const char *where);

/* Of a waituntil clause. */
extern const struct conc_selectable conc_ticker_selectable;

#endif
