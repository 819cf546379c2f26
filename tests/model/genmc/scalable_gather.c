/* SPDX-License-Identifier: MIT */
/* The pool of an actor that is split, and gathering (scalable_pool.c, scalable_replica.c, scalable.c): each piece is
 * run once; nobody stays idle while there is one, or when the actor gathers; who gathers goes on when all replicas
 * have been imported, with all their calls, and nobody touches one that is gone.
 *
 * Each replica has run a call. The handler pushes PIECES and gathers; with LINGER it waits until the replicas, which have no patience, ask for a
 * collapse that is still wanted when it looks: then none of their questions may be lost. With HURRY they have all the
 * patience in the world until somebody waits for quiet (executor_await). */
// scale: atomic.h s/^#define conc_light_barrier.*//
// scale: scalable_pool.c s/	\*piece = \*given;/	piece->count = given->count;/
// scale: scalable_pool.c s/> LONG)/> 1)/
// scale: scalable.c s/struct conc_delivery inner = {.*};/struct conc_delivery inner = {.outer = NULL};/
// options: --disable-spin-assume
// take: scalable_pool.c new_piece conc_piece_pool_list_idle conc_piece_pool_unlist_idle conc_piece_pool_push conc_piece_pool_take conc_piece_pool_wake_all conc_piece_pool_stop_lingering
// take: scalable_replica.c wait_idle next_piece conc_scalable_merged close_transfers replica_finish
// take: scalable.c help wait_for_done merge_all gather collapse
// case: none -DPIECES=0 -DREPLICAS=1
// case: one -DPIECES=1 -DREPLICAS=1
// case: two -DPIECES=2 -DREPLICAS=1
// case: pairs -DPIECES=0 -DREPLICAS=2
// case: linger -DPIECES=1 -DREPLICAS=1 -DLINGER
// case: hurry -DPIECES=1 -DREPLICAS=1 -DHURRY
// case: linger_later -DPIECES=2 -DREPLICAS=1 -DLINGER
// mutant: scalable_pool.c s/	conc_thread_unpark(idle->thread);//
// mutant: scalable_pool.c s/	if (idle) conc_piece_pool_unlist_idle(s, idle);//
// mutant: scalable_pool.c s/		conc_thread_unpark(list->thread);//
// mutant: scalable_pool.c s/	s->first = piece->next;//
// mutant: scalable_replica.c s/		if (!piece && !gathering \&\& !load_relaxed(&r->transfers)) {/		if (!piece \&\& !load_relaxed(\&r->transfers)) {/
// mutant: scalable_replica.c s/		gathering = s->gathering;/		conc_tiny_lock_release(\&s->lock); gathering = s->gathering; conc_tiny_lock_acquire(\&s->lock);/
// mutant: scalable_replica.c s/	if (load_relaxed(&s->executor->awaited)) linger = 0;//
// mutant: scalable_replica.c s/ask = s->asked = true;/ask = false;/
// mutant: scalable_replica.c s/ \&\& s->idlers == s->alive \&\& !s->asked/ \&\& s->idlers > s->alive/
// mutant: scalable_replica.c s/	if (gatherer) conc_thread_unpark(gatherer);//
// mutant: scalable_replica.c s/	s->gatherer = NULL;//
// mutant: scalable_replica.c s/		conc_replica_import(s, r->actor, other);//
// mutant: scalable_replica.c s/	conc_scalable_merged(s);//
// mutant: scalable.c s/	while (s->alive || s->first) {/	while (s->done || s->first) {/
// mutant: scalable.c s/	still = s->asked \&\& !s->first \&\& s->idlers == s->alive;/	still = s->asked \&\& s->idlers == s->alive \&\& s->alive > 1;/
// mutant: scalable.c s/	s->asked = false;//
// mutant: scalable.c s/	s->gatherer = self;//
// mutant: scalable.c s/	conc_piece_pool_wake_all(s);//
#define CONTAINS 1
#include "scalable_world.h"

static uint32_t told; /* atomic: notes on their way, and those that have come */

void conc_scalable_send_note(struct conc_scalable *of, const struct conc_abi_site *site)
{
	assert(of == s && site == &conc_collapse_site);
	add_acq_rel(&told, 1u);
}

bool conc_replica_import_transfers(struct conc_scalable *of, struct conc_actor *into, struct conc_replica **transfers)
{
	(void)of, (void)into;
	assert(!load_relaxed(transfers));
	return false;
}

#include <taken.c>

static void *replica(void *number)
{
	struct conc_replica *r = places[(uintptr_t)number - 1];
	struct conc_piece *piece;

	model_self = r->thread;
	while ((piece = next_piece(s, r))) work(r->actor, piece);
	replica_finish(s, r);
	return NULL;
}

static void *handle(void *unused)
{
	struct conc_delivery d = {.outer = NULL};

	(void)unused;
	model_self = &threads[0];
	for (uint32_t i = 0; i < PIECES; i++) push(i);
#if defined LINGER || defined HURRY
	for (uint32_t seen = 0; s->split; seen++) {
		if (load_acquire(&told) == seen) conc_relax(1);
		MODEL_WAITED();
		collapse(s, &d);
	}
#else
	gather(s, &d);
#endif
	check_whole(PIECES + REPLICAS * CONTAINS);
	return NULL;
}

static void *stop(void *unused)
{
	(void)unused;
#ifdef HURRY
	add_relaxed(&executor.awaited, 1u);
	conc_piece_pool_stop_lingering(s);
#else
	(void)conc_piece_pool_stop_lingering;
#endif
	return NULL;
}

int main(void)
{
	pthread_t them[REPLICAS + 1], stopper;

	split();
	pthread_create(&stopper, NULL, stop, NULL);
	for (uintptr_t i = 0; i <= REPLICAS; i++) pthread_create(&them[i], NULL, i ? replica : handle, (void *)i);
	for (int i = 0; i <= REPLICAS; i++) pthread_join(them[i], NULL);
	pthread_join(stopper, NULL);
	return 0;
}
