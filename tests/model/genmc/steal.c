/* SPDX-License-Identifier: MIT */
/* The swap of steal.c among thieves: when all are done every queue stands in exactly one slot, and
 * its owner is whose slot that is. Worker i has slot i; what is in slots is read when a steal
 * begins. */
// scale: atomic.h s/^#define conc_light_barrier.*//
// options: --disable-spin-assume
// take: steal.c swap
// case: each_other -DWORKERS=2 -DFIRST="steal(0,1)" -DSECOND="steal(1,0)"
// case: to_and_fro -DWORKERS=2 -DFIRST="steal(0,1);steal(0,1)" -DSECOND="steal(1,0)"
// case: one_victim -DWORKERS=3 -DFIRST="steal(0,2)" -DSECOND="steal(1,2)"
// case: from_a_thief -DWORKERS=3 -DFIRST="steal(0,2)" -DSECOND="steal(1,0)"
// case: in_a_ring -DWORKERS=3 -DFIRST="steal(0,1)" -DSECOND="steal(1,2)" -DTHIRD="steal(2,0)"
// mutant: steal.c s/if (!cas_acquire(my_slot, &seen, NULL)) return false;/store_release(my_slot, NULL);/
// mutant: steal.c s/if (!cas_acq_rel(slot, &seen, mine)) {/store_release(slot, mine); if (false) {/
// mutant: steal.c s/		store_release(my_slot, mine);//
// mutant: steal.c s/		store_relaxed(&mine->owner, w);//
// mutant: steal.c s/	store_relaxed(&theirs->owner, w);//
// mutant: steal.c s/	store_release(my_slot, theirs);/	store_relaxed(my_slot, theirs);/
#include "actor_world.h"

static struct conc_executor executor;
static struct conc_worker workers[WORKERS];
static struct conc_queue queues[WORKERS];
static struct conc_queue *slots[WORKERS];

static struct conc_processor *conc_processor_current(void)
{
	return NULL;
}

bool conc_queue_has_messages(const struct conc_queue *queue, bool all)
{
	(void)queue, (void)all;
	return false;
}

void conc_executor_notify(struct conc_queue *queue)
{
	(void)queue;
}

#include <taken.c>

static void steal(int thief, int victim)
{
	struct conc_queue *mine = load_acquire(&slots[thief]),
	                  *theirs = load_acquire(&slots[victim]);

	assert(mine);
	if (!theirs) return;
	swap(&workers[thief], &slots[thief], mine, &workers[victim], &slots[victim], theirs);
}

static void *first(void *unused)
{
	FIRST;
	return unused;
}

static void *second(void *unused)
{
	SECOND;
	return unused;
}

static void *third(void *unused)
{
#ifdef THIRD
	THIRD;
#endif
	return unused;
}

int main(void)
{
	void *(*body[3])(void *) = {first, second, third};
	pthread_t threads[3];

	for (int i = 0; i < WORKERS; i++) {
		workers[i].executor = &executor;
		queues[i].owner = &workers[i];
		slots[i] = &queues[i];
	}
	for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, body[i], NULL);
	for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
	for (int i = 0; i < WORKERS; i++) {
		assert(slots[i] && slots[i]->owner == &workers[i]);
		for (int j = 0; j < i; j++) assert(slots[i] != slots[j]);
	}
	return 0;
}
