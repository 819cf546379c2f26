/* SPDX-License-Identifier: MIT */
/* actor_count: an executor's statistics. Each worker counts for itself, and the reader adds up the
 * counts; it counts messages on their way by walking the inboxes. So counting costs next to nothing
 * per message. Counts that are read while the executor works are not of one moment. */
#include "executor.h"

uint64_t conc_queue_count(struct conc_queue *queue)
{
	uint64_t count = 0;

	conc_tiny_lock_acquire(&queue->lock);
	for (const struct conc_chunk *chunk = queue->first; chunk; chunk = chunk->next)
		for (const char *at = chunk->begin; at < chunk->end; count++)
			at += conc_record_size((const struct conc_record *)(const void *)at);
	conc_tiny_lock_release(&queue->lock);
	return count;
}

/* relaxed: exact once the executor is quiet, which orders them */
static uint64_t count_joined(const struct conc_executor *ex)
{
	uint64_t joined = load_relaxed(&ex->joined);
	const struct conc_processor *p;

	for (uint32_t at = 0; (p = conc_outbox_next(&at));)
		for (uint32_t i = 0; i < ex->queue_count; i++)
			joined += load_relaxed(&p->outbox->entries[ex->first_queue + i].joined);
	return joined;
}

/* relaxed: as above */
static void add_worker(struct conc_actors_statistics *out, const struct conc_worker *w)
{
	const struct conc_actors_statistics *s = &w->statistics;
	uint64_t others = load_relaxed(&w->others), gulped = load_relaxed(&s->gulped);

	out->ended += load_relaxed(&s->ended);
	out->received += gulped > others ? gulped - others : 0;
	out->gulped += gulped;
	out->missed_gulps += load_relaxed(&s->missed_gulps);
	out->steal_attempts += load_relaxed(&s->steal_attempts);
	out->steal_empty += load_relaxed(&s->steal_empty);
	out->steal_swaps += load_relaxed(&s->steal_swaps);
	out->steals += load_relaxed(&s->steals);
	out->stolen += load_relaxed(&s->stolen);
	out->handed_over += load_relaxed(&s->handed_over);
	out->sleeps += load_relaxed(&s->sleeps);
}

void conc_executor_statistics(struct conc_executor *ex, struct conc_actors_statistics *out)
{
	const uint64_t dropped = load_relaxed(&ex->dropped);
	const struct conc_scalable_operations *scalable;
	uint64_t queued = 0, self_sent;

	*out = (struct conc_actors_statistics){0};
	for (uint32_t i = 0; i < ex->queue_count; i++) {
		queued += conc_queue_count(&ex->queues[i]);
		out->gulps += load_relaxed(&ex->queues[i].gulps);
	}
	for (uint32_t i = 0; i < ex->worker_count; i++) add_worker(out, &ex->workers[i]);
	out->received += load_relaxed(&ex->outside);
	out->gulped += load_relaxed(&ex->gulped_outside);
	out->ended += load_relaxed(&ex->ended);
	out->undelivered = load_relaxed(&ex->undelivered) + dropped;
	out->created = count_joined(ex);
	out->sent = out->gulped + queued + dropped;
	/* relaxed: exact once the executor is quiet */
	self_sent = load_relaxed(&ex->self_sent);
	out->sent -= self_sent < out->sent ? self_sent : out->sent;
	conc_tiny_lock_acquire(&ex->lock);
	/* relaxed, under the lock: whoever added a scalable to the list saw it set */
	scalable = load_relaxed(&conc_scalable);
	if (scalable) scalable->count(ex, &out->scaling);
	conc_tiny_lock_release(&ex->lock);
}
