/* SPDX-License-Identifier: MIT */
/*
 * steal: an idle worker takes a queue from a busy one.
 *
 * The thesis's way (6.4): the thief swaps the pointer in the victim's slot with one to an empty
 * queue in a slot of its own; the victim does nothing for it. A slot with a null pointer is in the
 * middle of a swap, which only the slot's owner, as a thief, begins:
 *
 *     mine: q ──thief, cas──► null ──thief, store──► what was stolen, or q again if that failed
 *     victim's: v ──thief, cas──► q
 *
 * A queue in no slot is the thief's alone. The thief then writes `owner`, the worker that senders
 * wake, so it is right whenever the queue is in a slot. The queue given to the victim was empty; if
 * a message has come since, the thief finds it after a barrier and wakes the victim. The claim
 * (actor_queue.h) keeps the stolen queue with the victim as long as the victim handles it.
 *
 * Stealing is lazy, so that a queue that is merely busy stays where its actors' data are cached: a
 * look only notes that the queue has messages, and at which gulp it is. A later look, at least a
 * steal interval after, steals it if it is still at that gulp.
 */
#include "executor.h"

static struct conc_worker *victim_longest(struct conc_worker *w)
{
	struct conc_executor *ex = w->executor;
	struct conc_worker *victim = NULL;
	uint64_t oldest = UINT64_MAX;

	for (uint32_t i = 0; i < ex->worker_count; i++) {
		struct conc_worker *other = &ex->workers[i];
		/* relaxed: a hint */
		uint64_t looked = load_relaxed(&other->looked);
		if (other == w || looked >= oldest || load_relaxed(&other->asleep)) continue;
		oldest = looked;
		victim = other;
	}
	return victim;
}

/* Has the queue waited since the last look? Else marks it. */
static bool is_ripe(struct conc_queue *queue, const struct conc_worker *victim)
{
	uint32_t mark = load_relaxed(&queue->gulps) * 2 + 1; /* relaxed: a hint, as all here */

	if (load_relaxed(&victim->processing) == queue || !conc_queue_has_messages(queue, true))
		return false;
	if (load_relaxed(&queue->mark) == mark) return true;
	store_relaxed(&queue->mark, mark);
	return false;
}

static struct conc_queue **find_ripe(struct conc_worker *victim, struct conc_queue **queue)
{
	struct conc_queue **slots = victim->executor->slots;

	for (uint32_t i = victim->first; i < victim->first + victim->count; i++) {
		/* acquire: pairs with the stores of a swap */
		*queue = load_acquire(&slots[i]);
		if (*queue && is_ripe(*queue, victim)) return &slots[i];
	}
	return NULL;
}

/* Returns the slot of an empty queue of w's, or null. */
static struct conc_queue **find_empty(struct conc_worker *w, struct conc_queue **queue)
{
	struct conc_queue **slots = w->executor->slots;

	for (uint32_t i = w->first; i < w->first + w->count; i++) {
		*queue = load_acquire(&slots[i]);
		if (!conc_queue_has_messages(*queue, true)) return &slots[i];
	}
	return NULL;
}

static bool swap(struct conc_worker *w, struct conc_queue **my_slot, struct conc_queue *mine,
                 struct conc_worker *victim, struct conc_queue **slot, struct conc_queue *theirs)
{
	struct conc_queue *seen = mine;

	/* acquire: pairs with the release of the thief that put it there */
	if (!cas_acquire(my_slot, &seen, NULL)) return false; /* mine was stolen */
	/* relaxed: published with the slot */
	store_relaxed(&mine->owner, victim);
	seen = theirs;
	/* acq_rel: release for mine, acquire for theirs */
	if (!cas_acq_rel(slot, &seen, mine)) {
		store_relaxed(&mine->owner, w);
		/* release: puts it back */
		store_release(my_slot, mine);
		return false;
	}
	store_relaxed(&theirs->owner, w);
	/* release: publishes the owner */
	store_release(my_slot, theirs);
	/* a sender to mine that saw the old owner has published by now; others wake the new one */
	conc_executor_heavy_barrier();
	if (conc_queue_has_messages(mine, true)) conc_executor_notify(mine);
	return true;
}

bool conc_worker_steal(struct conc_worker *w)
{
	struct conc_executor *ex = w->executor;
	struct conc_queue *theirs, *mine, **slot, **my_slot;
	struct conc_worker *victim;
	uint32_t other;

	if (ex->worker_count < 2 || ex->config.stealing == CONC_STEAL_NONE) return false;
	if (ex->config.stealing == CONC_STEAL_RANDOM) {
		other = conc_random_next(&w->random) % (ex->worker_count - 1);
		victim = &ex->workers[other + (other >= w->index)];
	} else {
		victim = victim_longest(w);
	}
	if (!victim) return false;
	conc_worker_count(&w->statistics.steal_attempts, 1);
	slot = find_ripe(victim, &theirs);
	my_slot = slot ? find_empty(w, &mine) : NULL;
	if (!my_slot) {
		conc_worker_count(&w->statistics.steal_empty, 1);
		return false;
	}
	if (!swap(w, my_slot, mine, victim, slot, theirs)) {
		conc_worker_count(&w->statistics.steal_swaps, 1);
		return false;
	}
	conc_worker_count(&w->statistics.steals, 1);
	conc_outbox_publish_every(true);
	conc_worker_count(&w->statistics.stolen, conc_queue_count(theirs));
	return true;
}
