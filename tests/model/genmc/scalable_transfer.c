/* SPDX-License-Identifier: MIT */
/* Transients of incremental imports (scalable_import.c) against the ends of those that they are given to
 * (scalable_replica.c) and the actor's gathering (scalable.c): each is imported once, by the parent or by the actor,
 * before the actor is whole; nobody gives to a replica that is done, or stays idle with one waiting; the actor is told of
 * what waits for it.
 *
 * Replica 1 is the actor's child, replica 2 is replica 1's. Who GIVES (a mask) has contained one call, gives it away once,
 * and looks for work then. With TOLD the handler gathers only when a note says that something waits for it; LATER, when
 * both replicas are done, the second of which has said that it gathers, or which are told so before (GATHERING). */
// scale: atomic.h s/^#define conc_light_barrier.*//
// scale: scalable.c s/struct conc_delivery inner = {.*};/struct conc_delivery inner = {.outer = NULL};/
// options: --disable-spin-assume
// take: scalable_pool.c conc_piece_pool_list_idle conc_piece_pool_unlist_idle conc_piece_pool_take conc_piece_pool_wake_all
// take: scalable_import.c replica_append conc_replica_import_transfers parent_of is_ready give
// take: scalable_replica.c wait_idle next_piece conc_scalable_merged close_transfers replica_finish
// take: scalable.c help wait_for_done merge_all gather admit_ordinary
// case: to_the_actor -DREPLICAS=1 -DGIVES=1
// case: told -DREPLICAS=1 -DGIVES=1 -DTOLD
// case: to_the_parent -DREPLICAS=2 -DGIVES=2 -DLATER
// case: to_one_that_ends -DREPLICAS=2 -DGIVES=2 -DLATER -DGATHERING
// mutant: scalable_import.c s/	store_relaxed(transfers, NULL);//
// mutant: scalable_import.c s/	replica_append(parent ? &parent->transfers : &s->transfers, t);/	if (parent) replica_append(\&parent->transfers, t);/
// mutant: scalable_import.c s/	if (idle) conc_thread_unpark(idle->thread);//
// mutant: scalable_import.c s/	if (first) conc_scalable_send_note(s, &conc_transfer_site);//
// mutant: scalable_replica.c s/		closed = r->closed = !load_relaxed(&r->transfers);/		closed = r->closed = true;/
// mutant: scalable_replica.c s/		if (closed) s->places\[r->number - 1\] = NULL;//;s/closed = r->closed = /closed = /
// mutant: scalable.c s/	conc_replica_import_transfers(s, s->actor, &s->transfers);//
#include "scalable_world.h"

static uint32_t told; /* atomic: notes on their way */

void conc_scalable_send_note(struct conc_scalable *of, const struct conc_abi_site *site)
{
	assert(of == s && site == &conc_transfer_site);
	assert(add_acq_rel(&told, 1u) == 0);
}

static void collapse(struct conc_scalable *of, struct conc_delivery *d)
{
	(void)of, (void)d;
	assert(!"nobody asks for a collapse");
}

#include <taken.c>

/* As transient_of of scalable_import.c, whose state has no thread. */
static struct conc_replica *transient_of(struct conc_replica *r)
{
	struct conc_replica *t = new_replica(0);

	object_of(t->actor)->calls = object_of(r->actor)->calls;
	object_of(r->actor)->calls = 0;
	return t;
}

static void *replica(void *number)
{
	struct conc_replica *r = places[(uintptr_t)number - 1];
	struct conc_piece *piece;

	model_self = r->thread;
	if (GIVES & (uintptr_t)number) {
		object_of(r->actor)->calls++;
		if (is_ready(r)) give(r, transient_of(r));
#if defined LATER && !defined GATHERING
		conc_tiny_lock_acquire(&s->lock);
		s->gathering = true;
		conc_tiny_lock_release(&s->lock);
		conc_piece_pool_wake_all(s);
#endif
	}
	piece = next_piece(s, r);
	assert(!piece);
	replica_finish(s, r);
	return NULL;
}

static void *handle(void *unused)
{
	struct conc_delivery d = {.outer = NULL};

	(void)unused;
	model_self = &threads[0];
#ifdef TOLD
	if (!load_acquire(&told)) conc_relax(1);
	admit_ordinary(&d, s, &conc_transfer_site);
	assert(whole->calls == 1);
#else
	(void)admit_ordinary;
#endif
	gather(s, &d);
	check_whole(1);
	return NULL;
}

int main(void)
{
	pthread_t them[REPLICAS + 1];

	split();
#ifdef GATHERING
	s->gathering = true;
#endif
#ifndef LATER
	pthread_create(&them[0], NULL, handle, NULL);
#endif
	for (uintptr_t i = 1; i <= REPLICAS; i++) pthread_create(&them[i], NULL, replica, (void *)i);
	for (int i = 1; i <= REPLICAS; i++) pthread_join(them[i], NULL);
#ifdef LATER
	handle(NULL);
#else
	pthread_join(them[0], NULL);
#endif
	return 0;
}
