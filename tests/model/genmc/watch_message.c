/* SPDX-License-Identifier: MIT */
/* watch.c: an actor is told of the end of another by a message, once for each watch, or the watch is taken back; and it
 * sees what that did. Who has told, or taken back, frees the actor. A watcher may end and be freed: nobody sends to it then,
 * and its watch is gone. So no memory is lost. FOUND: who finds that it has ended frees it. */
// scale: atomic.h s/^#define conc_light_barrier.*//
// scale: actor.h s/((uint32_t)CONC_ABI_QUEUES)/4/
// scale: actor_object.c s/calloc(1, sizeof \*cold)/new_cold()/
// options: --disable-spin-assume --disable-load-annotation
// take: actor_object.c conc_actor_get_cold
// case: watch -DONCE -DSECOND="watch()"
// case: watch_no_membarrier -DONCE -DSECOND="watch()" -DHEAVY=false
// case: take_back -DONCE -DLISTED -DSECOND="take_back()"
// case: watch_take_back -DONCE -DSECOND="watch(),take_back()"
// case: watcher_ends -DLISTED -DSECOND="end(1)"
// case: two_ends -DLISTED -DSECOND="end(1)" -DTHIRD="take_back()" -DKEEP
// case: stops -DONCE -DFIRST="stop(1)" -DSECOND="watch()"
// case: watcher_stops -DLISTED -DSECOND="stop(2)"
// case: both_stop -DLISTED -DFIRST="stop(1)" -DSECOND="stop(2)"
// case: watch_by_ending -DFIRST="end(1)" -DSECOND="watch()" -DKEEP
// case: found -DLISTED -DFOUND -DSECOND="stop(2)" -DTHIRD="find()"
// case: watch_for_ending -DSECOND="watch()" -DTHIRD="end(1)" -DKEEP
// case: watch_for_ending_no_membarrier -DSECOND="watch()" -DTHIRD="end(1)" -DKEEP -DHEAVY=false
// mutant: watch.h s/	conc_executor_light_barrier();//
// mutant: watch.c s/^	conc_executor_heavy_barrier();.*conc_watch_end and.*//
// mutant: watch.c s/ \&\& !is_leaving(watch->watcher->actor);/;/
// mutant: watch.c s/if (over \&\& !is_leaving(watch->watcher->actor))/if (over)/
// mutant: watch.h s/^	store_relaxed(&actor->conc_leaves, 1);//
// mutant: watch.c s/	begins = ends \&\& !is_over(actor) \&\&/	begins = ends \&\&/
// mutant: watch.c s/^	if (ends) add_relaxed(&ends->uses, 1u);//
// mutant: watch.c s/^	add_relaxed(&watch->watcher->uses, 1u);//
// mutant: watch.h s/ || load_acquire(&cold->ends.uses)//
// mutant: watch.c s/^	free_watches_of(ends);//
// mutant: watch.c s/^		send_end(watch, to_tell->why, to_tell->status);//
// mutant: watch.c s/^		has_ended(actor);//
// mutant: watch.c s/^		free_stopped(stopped ? .*//
// mutant: watch.c s/^		tell_watches(&to_tell);//
// mutant: watch.c s/bool stopped = !ends->why \&\& /bool stopped = /
// mutant: watch.c s/sub_acq_rel(&watch->watcher->uses/sub_relaxed(\&watch->watcher->uses/
// mutant: watch.c s/^		send_end(watch, to_tell->why, to_tell->status);/		unlist_watch(watch), send_end(watch, 1, 0); break;/
#define TELL
#ifndef FIRST
#define FIRST end(0)
#endif
#include "watch_world.h"

static int told; /* atomic: conc_end messages */
static int left; /* atomic: the watcher's fence may pass */

/* Under the lock, or in conc_watch, whose caller has both. The message is received: whoever owns the actor frees it. */
bool conc_actor_tell(struct conc_actor *actor, const struct conc_abi_site *site, const void *message,
                     const struct conc_actor *of)
{
	(void)site, (void)message, (void)of;
	assert(result[0] == 1);
	assert(actor == actors[1] && !load_acquire(&left));
	if (is_stopped(actor)) return false;
	add_relaxed(&told, 1);
#if !defined KEEP && !defined FOUND
	free(actors[0]);
#endif
	return true;
}

static void free_watcher(void)
{
#ifndef KEEP
	free(actors[1]->conc_cold);
	free(actors[1]);
#endif
}

static void stop(int number)
{
	result[number - 1] = 1;
	store_release(&conc_queues[number], NULL);
	conc_watch_stop();
	if (number == 2) free_watcher();
}

static void end(int i)
{
	result[i] = 1;
	if (i == 1) {
		conc_watch_leave(actors[1]);
		store_release(&left, 1);
	}
	conc_actor_ended(actors[i], CONC_ENDED_FINISHED, 0);
	if (i == 1) free_watcher();
}

static struct conc_watch *new_watch(void)
{
	struct conc_watch *w = malloc(sizeof *w);

	w->watcher = &conc_actor_get_cold(actors[1])->ends;
	w->watcher->actor = actors[1];
	w->actor = actors[0];
	w->site = NULL;
	w->object = NULL;
	w->type = NULL;
	return w;
}

/* As conc_abi_watch. */
static void watch(void)
{
	struct conc_watch *w;

	if (is_over(actors[1])) return;
	w = new_watch();
	if (begin_watch(actors[0], w)) return;
	tell_at_once(actors[0], w);
	free(w);
}

static bool back;
static void take_back(void)
{
	back = conc_abi_unwatch(actors[0], actors[1], NULL);
}

static void find(void)
{
	if (has_ended(actors[0])) free(actors[0]);
}

static void *run(void *self)
{
	if (self == &model_threads[0]) FIRST;
	else if (self == &model_threads[1]) SECOND;
#ifdef THIRD
	else THIRD;
#endif
	return NULL;
}

int main(void)
{
	for (int i = 0; i < 2; i++) {
		queues[i + 1].ticket = (uint64_t)i + 1;
		conc_queues[i + 1] = &queues[i + 1];
		actors[i] = malloc(sizeof *actors[i]);
		actors[i]->conc_ticket = (uint64_t)i + 1;
		actors[i]->conc_cold = NULL;
		actors[i]->conc_ended = 0;
		actors[i]->conc_status = 0;
		actors[i]->conc_leaves = 0;
	}
#ifdef LISTED
	model_self = &model_threads[1];
	conc_actor_get_cold(actors[0])->ends.actor = actors[0];
	assert(begin_watch(actors[0], new_watch()));
#endif
#ifdef THIRD
	model_run(3, run);
#else
	model_run(2, run);
#endif
#ifdef ONCE
	assert(told + back == 1);
#else
	assert(told + back <= 1);
#endif
	assert(!all); /* nothing is listed any more: no watch is lost */
#ifdef KEEP
	if (actors[1]->conc_cold)
		assert(!actors[1]->conc_cold->ends.watching && !actors[1]->conc_cold->ends.uses);
#endif
	(void)watch, (void)find, (void)take_back, (void)end, (void)stop;
	return 0;
}
