/* SPDX-License-Identifier: MIT */
/* thread_end.c on the end word of thread.c: a clause that waits for the end of a thread is claimed
 * once or taken back; nobody touches it afterwards (its memory goes); who was passed by while a
 * block ran sees the end when it enlists again; the result is seen. */
// options: --disable-spin-assume
// take: thread.c lock_waiters thread_notify_waiters end_contended conc_thread_publish_end conc_thread_has_ended
// take: thread.c conc_thread_end_register conc_thread_end_unregister
// case: wait -DSECOND="wait()"
// case: deadline -DSECOND="hurry()"
// case: again -DSECOND="again()"
// case: two -DSECOND="two()" -DTHIRD="end(1)"
// case: poll -DSECOND="poll()"
// mutant: thread_end.c s/store_release(&w->queued, false);/;/
// mutant: thread_end.c s/if (claimed) conc_waiter_complete(w, CONC_WAIT_DONE);/if (claimed) { conc_waiter_complete(w, CONC_WAIT_DONE); w->result = 0; }/
// mutant: thread_end.c s/	while (load_acquire(&w->queued)) conc_backoff(&turns);//
// mutant: thread_end.c s/if (!conc_selection_claim(w->selection, w)) return CONC_ENLIST_GONE;//
// mutant: thread_end.c s/^\tthread_end_delist(resource, w);/\tif (load_acquire(\&w->queued)) return CONC_ENLIST_QUEUED;/
#include "permit.h"

static void free_record(struct conc_processor *p, struct conc_thread *t)
{
	(void)p, (void)t;
}

#include <taken.c>
#include <thread_end.c>

void conc_abi_waituntil_null(const char *where)
{
	conc_stop(where, NULL, "null");
	abort();
}

static struct conc_thread *ending[2];
static int result[2]; /* plain: published by the end */
static struct conc_selection selection;

static void end(int i)
{
	result[i] = 1;
	conc_thread_publish_end(NULL, ending[i]);
}

static struct conc_waiter *clause(void)
{
	struct conc_waiter *w = malloc(sizeof *w);

	conc_waiter_init(w, model_self, &selection, 0);
	return w;
}

static void wait(void)
{
	struct conc_waiter *w = clause();

	conc_selection_open(&selection);
	if (thread_end_enlist(ending[0], w, true, NULL) != CONC_ENLIST_DONE)
		assert(conc_selection_wait(&selection, model_self, CONC_NEVER, &(bool){true}) == w);
	assert(result[0] == 1);
	free(w);
}

/* With a deadline that passes at once. */
static void hurry(void)
{
	struct conc_waiter *w = clause(), *won = w;

	conc_selection_open(&selection);
	if (thread_end_enlist(ending[0], w, true, NULL) == CONC_ENLIST_QUEUED)
		won = conc_selection_wait(&selection, model_self, 1, &(bool){true});
	if (!won) thread_end_delist(ending[0], w);
	else assert(result[0] == 1);
	free(w);
}

/* The first wait ends; a block runs, the selection is closed; and it waits again. */
static void again(void)
{
	struct conc_waiter *w = clause(), *won = w;

	conc_selection_open(&selection);
	if (thread_end_enlist(ending[0], w, true, NULL) == CONC_ENLIST_QUEUED)
		won = conc_selection_wait(&selection, model_self, 1, &(bool){true});
	if (!won) {
		conc_selection_open(&selection);
		if (thread_end_enlist(ending[0], w, true, NULL) != CONC_ENLIST_DONE)
			assert(conc_selection_wait(&selection, model_self, CONC_NEVER, &(bool){true}) == w);
	}
	assert(result[0] == 1);
	free(w);
}

static void two(void)
{
	struct conc_waiter *w[2] = {clause(), clause()}, *won = NULL;
	int how = CONC_ENLIST_QUEUED, enlisted = 0;

	conc_selection_open(&selection);
	while (enlisted < 2 && how == CONC_ENLIST_QUEUED) {
		how = thread_end_enlist(ending[enlisted], w[enlisted], true, NULL);
		if (how == CONC_ENLIST_DONE) won = w[enlisted];
		enlisted++;
	}
	if (!won) won = conc_selection_wait(&selection, model_self, CONC_NEVER, &(bool){true});
	for (int i = 0; i < enlisted; i++)
		if (w[i] != won) thread_end_delist(ending[i], w[i]);
	assert(result[won == w[1]] == 1);
	free(w[0]);
	free(w[1]);
}

static void poll(void)
{
	if (thread_end_attempt(ending[0], NULL, NULL)) assert(result[0] == 1);
}

static void *run(void *self)
{
	if (self == &model_threads[0]) end(0);
	else if (self == &model_threads[1]) SECOND;
#ifdef THIRD
	else THIRD;
#endif
	return NULL;
}

int main(void)
{
	for (int i = 0; i < 2; i++) {
		ending[i] = malloc(sizeof *ending[i]);
		ending[i]->end = 0;
		ending[i]->fork_root = false;
	}
	selection.state = CONC_SELECTION_CLOSED;
#ifdef THIRD
	model_run(3, run);
#else
	model_run(2, run);
#endif
	(void)wait, (void)hurry, (void)again, (void)two, (void)poll;
	return 0;
}
