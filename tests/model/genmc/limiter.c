/* SPDX-License-Identifier: MIT */
/* limiter.c: one turn, for threads that try to take it and threads that wait for it. It comes before the first one tries, or with
 * NOW it is there. Those that wait may come before it: then they queue, and soon leave, if nobody has given it to them. Exactly one
 * gets it, or none if it never comes. Whoever leaves is in no queue, who is behind is told so, and without a queue there is no mark.
 * Threads 0 … WAITING-1 wait, TRYING more try. */
// options: --disable-spin-assume
// case: try -DWAITING=0 -DTRYING=3 -DNOW=0
// case: wait -DWAITING=1 -DTRYING=1 -DNOW=0
// case: again -DWAITING=1 -DTRYING=1 -DNOW=0 -DLOOKS=2
// case: two_leave -DWAITING=2 -DTRYING=0 -DNOW=0
// case: two_wait -DWAITING=2 -DTRYING=0 -DNOW=1
// mutant: limiter.c s/or_relaxed(&l->conc_turn, MARK)/load_relaxed(\&l->conc_turn)/
// mutant: limiter.c s/(in->head ? MARK : 0)/MARK/
// mutant: limiter.c s/if (cas_relaxed(&l->conc_turn, &word,/if (exchange_relaxed(\&l->conc_turn,/
// mutant: limiter.c s/	l->conc_waiting--;//
// mutant: limiter.c s/ && conc_waiter_claim(first)) {/) {/
// mutant: limiter.c s/conc_waiters_complete_all(in->served, CONC_WAIT_DONE);/;/
// mutant: limiter.c s/if (w->queued) dequeue(l, &in, w);//
// mutant: limiter.c s/if (told) conc_waiter_complete(told, CONC_WAIT_AGAIN);//
// mutant: limiter.c s/if (conc_waiter_claim(w)) return w;/return w;/
#include "permit.h"

#ifndef LOOKS
#define LOOKS 1
#endif

static uint64_t now = NOW; /* atomic */

static uint64_t limiter_now(void)
{
	return load_relaxed(&now);
}

#define conc_now limiter_now
#define conc_timed_wait(kind, resource, deadline, where) 0
#include <limiter.c>

static struct conc_limiter the_limiter, *limiter;
static uint32_t taken; /* atomic */

static struct conc_selection selections[MODEL_THREADS];
static struct conc_waiter waiters[MODEL_THREADS];

/* Queues, and leaves if its turn has not come after LOOKS looks. */
static bool wait(struct conc_thread *self)
{
	struct conc_selection *selection = &selections[model_number()];
	struct conc_waiter *w = &waiters[model_number()], *won;
	int left = LOOKS;

	conc_waiter_init(w, self, selection, 0);
	do {
		int how;

		w->result = CONC_WAIT_DONE;
		conc_selection_open(selection);
		how = limiter_enlist(limiter, w, true, NULL);
		if (how == CONC_ENLIST_DONE) return true;
		won = conc_selection_wait(selection, self, how == CONC_ENLIST_GONE ? CONC_NEVER : 1, &(bool){false});
	} while (won ? w->result == CONC_WAIT_AGAIN : --left > 0);
	if (!won) limiter_delist(limiter, w);
	return won;
}

static void *run(void *self)
{
	bool has;

	if (model_number() < WAITING) {
		has = wait(self);
	} else {
		if (model_number() == WAITING) store_relaxed(&now, 1);
		has = conc_abi_limiter_try(limiter, NULL);
	}
	add_relaxed(&taken, has);
	return NULL;
}

int main(void)
{
	limiter = &the_limiter;
	limiter->every = 5;
	limiter->conc_turn = (LONG + 1) << 1;
	model_run(WAITING + TRYING, run);
	assert(taken == now);
	assert(!limiter->conc_queue && !limiter->conc_waiting);
	assert(limiter->conc_turn == (LONG + 1 + 5 * taken) << 1 || WAITING);
	assert(!conc_abi_limiter_try(limiter, NULL));
	assert(limiter->conc_turn == (LONG + 1 + 5 * taken) << 1);
	return 0;
}
