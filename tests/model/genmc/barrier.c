/* SPDX-License-Identifier: MIT */
/* barrier.c: threads that meet see what those who came before them wrote, the hook runs once before any goes on,
 * and nobody waits for ever. LIMITS: each waits with a limit that has passed as soon as it waits. Then an arrival
 * is taken back, or it is one of a full meeting. CLAUSES: the first so many threads come by a statement, with
 * such a limit, that looks twice: what is claimed before the second look is one of a full meeting, too. ONCE: it
 * looks once. CAME: they have come and wait, and the limit passes while the last thread comes. */
// options: --disable-spin-assume --disable-load-annotation
// case: two -DTHREADS=2 -DCOUNT=2
// case: three -DTHREADS=3 -DCOUNT=3
// case: twice -DTHREADS=2 -DCOUNT=2 -DROUNDS=2
// case: two_limits -DTHREADS=2 -DCOUNT=2 -DLIMITS
// case: three_limits -DTHREADS=3 -DCOUNT=2 -DLIMITS
// case: clause -DTHREADS=2 -DCOUNT=2 -DLIMITS -DCLAUSES=1
// case: two_clauses -DTHREADS=2 -DCOUNT=2 -DLIMITS -DCLAUSES=2 -DONCE
// case: two_of_three -DTHREADS=3 -DCOUNT=3 -DLIMITS -DCLAUSES=2 -DCAME
// mutant: barrier.c s/	if (queued) {/	if (queued \&\& head != w) {/
// mutant: barrier.c s/head = conc_waiters_remove(head, w);//
// mutant: barrier.c s/\*head = conc_waiters_remove(\*head, w);//
// mutant: barrier.c s/done = conc_waiters_enlist(&head, w)/(void)0/
// mutant: barrier.c s/	conc_waiters_complete_all(others, CONC_WAIT_DONE);//
// mutant: barrier.c s/	bool queued = w->queued;/	bool queued = true;/
// mutant: barrier.c s/conc_selection_resolve(w->selection, NULL)/(void)0/
// mutant: barrier.c s/		if (gone == mine) return CONC_ENLIST_GONE;/		if (gone) break;/
#include "permit.h"

#include <barrier.c>

#ifndef ROUNDS
#define ROUNDS 1
#endif
#ifndef CLAUSES
#define CLAUSES 0
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

#ifdef CAME
static struct conc_selection selections[CLAUSES];
static struct conc_waiter clauses[CLAUSES];

static void come(void)
{
	struct conc_waiter *head = NULL;

	for (int i = 0; i < CLAUSES; i++) {
		selections[i].state = CONC_SELECTION_OPEN;
		conc_waiter_init(&clauses[i], &model_threads[i], &selections[i], OTHER);
		head = conc_waiters_append(head, &clauses[i]);
	}
	meeting.conc_queue = (uintptr_t)head;
	meeting.conc_arrived = CLAUSES;
}

static int statement(void)
{
	struct conc_waiter *w = &clauses[model_number()];
	bool chosen = conc_selection_close(w->selection);

	if (chosen) conc_thread_park(model_self);
	barrier_delist(&meeting, w);
	return chosen ? 0 : -1;
}
#else
static void come(void)
{
}

static int statement(void)
{
	struct conc_selection selection;
	struct conc_waiter w, *chosen = &w;
	bool cancelled;
	int done;

	selection.state = CONC_SELECTION_CLOSED;
	selection.user = CONC_USER_NONE;
	conc_waiter_init(&w, model_self, &selection, OTHER);
	conc_selection_open(&selection);
	done = barrier_enlist(&meeting, &w, true, NULL);
#ifndef ONCE
	if (done == CONC_ENLIST_QUEUED && !conc_selection_close(&selection)) {
		conc_selection_open(&selection);
		done = barrier_enlist(&meeting, &w, true, NULL);
	} else if (done == CONC_ENLIST_QUEUED) done = CONC_ENLIST_GONE;
#endif
	if (done == CONC_ENLIST_GONE) conc_thread_park(model_self);
	else if (done == CONC_ENLIST_QUEUED)
		chosen = conc_selection_wait(&selection, model_self, 1, &cancelled);
	barrier_delist(&meeting, &w);
	if (!chosen) return -1;
	barrier_selected(&meeting, &w);
	return w.mode;
}
#endif

static void *run(void *self)
{
	for (int i = 1; i <= ROUNDS; i++) {
		int result;

		came[model_number()] = i;
#ifdef LIMITS
		result = model_number() < CLAUSES ? statement() : barrier_wait(&meeting, 1, NULL);
		if (result < 0) continue;
#else
		result = barrier_wait(&meeting, CONC_NEVER, NULL);
#endif
#if THREADS == COUNT && !defined CAME
		for (int t = 0; t < THREADS; t++) assert(came[t] >= i);
		assert(hooks >= i);
#endif
#if ROUNDS > 1
		barrier_wait(&meeting, CONC_NEVER, NULL); /* before the next round writes */
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
	come();
	model_run(THREADS, run);
	assert(others == (COUNT - 1) * lasts);
	assert(meeting.conc_arrived == 0);
	assert(load_relaxed(&meeting.conc_queue) == 0);
#ifndef LIMITS
	assert(lasts == ROUNDS);
#endif
	return 0;
}
