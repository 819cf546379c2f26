/* SPDX-License-Identifier: MIT */
/* barrier.c: threads that meet see what those who came before them wrote, the hook runs once before any goes on,
 * and nobody waits for ever. LIMITS: each waits with a limit that has passed as soon as it waits. Then an arrival
 * is taken back, or it is one of a full meeting. */
// options: --disable-spin-assume
// case: two -DTHREADS=2 -DCOUNT=2
// case: three -DTHREADS=3 -DCOUNT=3
// case: twice -DTHREADS=2 -DCOUNT=2 -DROUNDS=2
// case: two_limits -DTHREADS=2 -DCOUNT=2 -DLIMITS
// case: three_limits -DTHREADS=3 -DCOUNT=2 -DLIMITS
// mutant: barrier.c s/		b->conc_arrived--;//
// mutant: barrier.c s/		b->conc_arrived = 0;//
// mutant: barrier.c s/head = conc_waiters_append(head, w);//
// mutant: barrier.c s/	conc_waiters_complete_all(others, CONC_WAIT_DONE);//
// mutant: barrier.c s/	bool queued = w->queued;/	bool queued = true;/
#include "permit.h"

#include <barrier.c>

#ifndef ROUNDS
#define ROUNDS 1
#endif

static struct conc_barrier meeting;
static int came[MODEL_THREADS]; /* plain: the meeting publishes it */
static int hooks;               /* plain, likewise */
static int lasts, others;       /* atomic */

static void hook(struct conc_barrier *b)
{
	(void)b;
	hooks++;
}

static void *run(void *self)
{
	for (int i = 1; i <= ROUNDS; i++) {
		int result;

		came[model_number()] = i;
#ifdef LIMITS
		result = barrier_wait(&meeting, 1, NULL);
		if (result < 0) continue;
#else
		result = barrier_wait(&meeting, CONC_NEVER, NULL);
		for (int t = 0; t < THREADS; t++) assert(came[t] >= i);
		assert(hooks >= i);
#if ROUNDS > 1
		barrier_wait(&meeting, CONC_NEVER, NULL); /* before the next round writes */
#endif
#endif
		add_relaxed(result ? &lasts : &others, 1);
	}
	(void)self;
	return NULL;
}

int main(void)
{
	meeting.conc_count = COUNT;
	meeting.conc_hook = hook;
	model_run(THREADS, run);
	assert(others == (COUNT - 1) * lasts);
	assert(meeting.conc_arrived == 0);
	assert(load_relaxed(&meeting.conc_queue) == 0);
#ifndef LIMITS
	assert(lasts == ROUNDS);
#endif
	return 0;
}
