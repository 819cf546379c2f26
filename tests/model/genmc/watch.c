/* SPDX-License-Identifier: MIT */
/* watch.c: a clause that waits for the end of an actor is claimed once or taken back, and then nobody touches
 * it: its memory goes. Who finds that the actor has ended, or is told, sees what it did and frees it: nobody
 * touches that either. Who was passed by while a block ran sees the end when it enlists again, without the
 * actor. GONE: who has ended it frees it. HELD: a thread holds the actor. STOPS: its executor stops. */
// scale: atomic.h s/^#define conc_light_barrier.*//
// scale: actor.h s/((uint32_t)CONC_ABI_QUEUES)/2/
// scale: actor_object.c s/calloc(1, sizeof \*cold)/new_cold()/
// options: --disable-spin-assume --disable-load-annotation
// take: actor_object.c conc_actor_get_cold
// case: wait -DSECOND="wait()"
// case: wait_no_membarrier -DSECOND="wait()" -DHEAVY=false
// case: held -DSECOND="wait()" -DHELD
// case: held_poll -DSECOND="poll()" -DHELD
// case: deadline -DSECOND="hurry()"
// case: again -DSECOND="again()"
// case: held_again -DSECOND="again()" -DHELD
// case: both_wait -DSECOND="wait_on()" -DTHIRD="poll_on()"
// case: gone -DSECOND="goes_on()" -DGONE
// case: poll -DSECOND="poll()"
// case: stops -DSECOND="wait_on()" -DSTOPS
// case: two -DSECOND="two()" -DTHIRD="end(1)"
// mutant: watch.h s/	conc_executor_light_barrier();//
// mutant: watch.c s/	conc_executor_heavy_barrier();//
// mutant: watch.h s/(uint8_t)(why | CONC_ENDED_LOOKS)/(uint8_t)why/
// mutant: watch.c s/ \& CONC_TICKET_HELD)/ \& 0)/
// mutant: watch.c s/^		w->mode = TOLD;/		;/
// mutant: watch.c s/	if (w->queued \&\& !((struct/	if (!((struct/
// mutant: watch.c s/	if (!conc_waiter_is_open(w)) return CONC_ENLIST_GONE;//
// mutant: watch.c s/	if (!conc_selection_claim(w->selection, w)) return CONC_ENLIST_GONE;//
// mutant: watch.c s/	if (w->queued) unlist_clause(w);/	;/
// mutant: watch.h s/store_release(&actor->conc_ended, (uint8_t)why)/store_relaxed(\&actor->conc_ended, (uint8_t)why)/
// mutant: watch.c s/		for (more = claim(&to_tell)/		for (more = NULL/
// mutant: watch.c s/^\tclaimed = claim(to_tell);/\tclaimed = to_tell->clauses;/
#include "watch_world.h"

static struct conc_selection selections[MODEL_THREADS];

static void end(int i)
{
	result[i] = 1;
#ifdef STOPS
	store_release(&conc_queues[1], NULL);
	conc_watch_stop();
#elif defined HELD
	struct conc_ends to_tell;

	conc_watch_end(actors[i], CONC_ENDED_FINISHED, 0, &to_tell);
	store_release(&actors[i]->conc_ticket, UINT64_C(1));
	conc_watch_tell(&to_tell);
#else
	conc_actor_ended(actors[i], CONC_ENDED_FINISHED, 0);
#ifdef GONE
	free(actors[i]);
#endif
#endif
}

static struct conc_waiter *clause(void)
{
	struct conc_waiter *w = malloc(sizeof *w);

	conc_waiter_init(w, model_self, &selections[model_self - model_threads], LISTENS);
	return w;
}

static int enlist(int i, struct conc_waiter *w)
{
	return watch_enlist(actors[i], w, true, NULL);
}

static struct conc_waiter *await(struct conc_waiter *w, uint64_t deadline)
{
	return conc_selection_wait(w->selection, model_self, deadline, &(bool){true});
}

static void wait_on(void)
{
	struct conc_waiter *w = clause();

	conc_selection_open(w->selection);
	if (enlist(0, w) != CONC_ENLIST_DONE) assert(await(w, CONC_NEVER) == w);
	assert(result[0] == 1);
	free(w);
}

static void wait(void)
{
	wait_on();
	free(actors[0]);
}

/* With a deadline that passes at once. */
static void hurry(void)
{
	struct conc_waiter *w = clause(), *won = w;

	conc_selection_open(w->selection);
	if (enlist(0, w) == CONC_ENLIST_QUEUED) won = await(w, 1);
	if (!won) watch_delist(actors[0], w);
	else assert(result[0] == 1);
	free(w);
}

/* The first wait ends; a block runs, the selection is closed; and it waits again. */
static void again(void)
{
	struct conc_waiter *w = clause(), *won = w;

	conc_selection_open(w->selection);
	if (enlist(0, w) == CONC_ENLIST_QUEUED) won = await(w, 1);
	if (!won) {
		conc_selection_open(w->selection);
		if (enlist(0, w) != CONC_ENLIST_DONE) assert(await(w, CONC_NEVER) == w);
	}
	assert(result[0] == 1);
	free(w);
	free(actors[0]);
}

static struct conc_waiter *listed;

/* Listed before the actor ends, whose memory then goes; as again. */
static void goes_on(void)
{
	struct conc_waiter *w = listed, *won = await(w, 1);

	if (!won) {
		conc_selection_open(w->selection);
		if (enlist(0, w) != CONC_ENLIST_DONE) assert(await(w, CONC_NEVER) == w);
	}
	assert(result[0] == 1);
	free(w);
}

static void two(void)
{
	struct conc_waiter *w[2] = {clause(), clause()}, *won = NULL;
	int how = CONC_ENLIST_QUEUED, enlisted = 0;

	conc_selection_open(w[0]->selection);
	while (enlisted < 2 && how == CONC_ENLIST_QUEUED) {
		how = enlist(enlisted, w[enlisted]);
		if (how == CONC_ENLIST_DONE) won = w[enlisted];
		enlisted++;
	}
	if (!won) won = await(w[0], CONC_NEVER);
	for (int i = 0; i < enlisted; i++)
		if (w[i] != won) watch_delist(actors[i], w[i]);
	assert(result[won == w[1]] == 1);
	free(w[0]);
	free(w[1]);
	free(actors[won == w[1]]);
}

static bool poll_on(void)
{
	struct conc_waiter *w = clause();
	bool ended = watch_attempt(actors[0], w, NULL);

	if (ended) assert(result[0] == 1);
	free(w);
	return ended;
}

static void poll(void)
{
	if (poll_on()) free(actors[0]);
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
	queues[1].ticket = 1;
	conc_queues[1] = &queues[1];
	for (int i = 0; i < 2; i++) {
		actors[i] = malloc(sizeof *actors[i]);
		actors[i]->conc_ticket = 1;
#ifdef HELD
		actors[i]->conc_ticket |= CONC_TICKET_HELD;
#endif
		actors[i]->conc_cold = NULL;
		actors[i]->conc_ended = 0;
		selections[i + 1].state = CONC_SELECTION_CLOSED;
	}
#ifdef GONE
	model_self = &model_threads[1];
	listed = clause();
	conc_selection_open(listed->selection);
	assert(enlist(0, listed) == CONC_ENLIST_QUEUED);
#endif
#ifdef THIRD
	model_run(3, run);
#else
	model_run(2, run);
#endif
	(void)wait, (void)wait_on, (void)hurry, (void)again, (void)goes_on, (void)two, (void)poll;
	return 0;
}
