/* SPDX-License-Identifier: MIT */
/* actor_queue: inboxes, and claims of other workers. actor_queue.h has the idea. */
#include "actor_queue.h"

#include <string.h>

#include "executor.h"
#include "port/layout.h"

struct conc_queue *conc_queues[CONC_QUEUES_MAX];

CONC_LAYOUT(actor_layout) = {
        {"queues", (uintptr_t)conc_queues},
        {"queues.count", CONC_QUEUES_MAX},
        {"debug", (uintptr_t)&conc_debug},
        CONC_LAYOUT_AT(queue, first),
        CONC_LAYOUT_AT(queue, executor),
        CONC_LAYOUT_AT(executor, workers),
        CONC_LAYOUT_AT(executor, worker_count),
        CONC_LAYOUT_AT(executor, where),
        CONC_LAYOUT_AT(executor, scalables),
        CONC_LAYOUT_SIZE(worker),
        CONC_LAYOUT_AT(worker, statistics.gulped),
        CONC_LAYOUT_AT(chunk, next),
        CONC_LAYOUT_AT(chunk, begin),
        CONC_LAYOUT_AT(chunk, end),
        CONC_LAYOUT_AT(chunk, users),
        CONC_LAYOUT_AT(processor, outbox),
        CONC_LAYOUT_AT(outbox, count),
        CONC_LAYOUT_AT(outbox, list),
        CONC_LAYOUT_AT(outbox, entries),
        CONC_LAYOUT_SIZE(outbox_entry),
        CONC_LAYOUT_AT(outbox_entry, first),
        CONC_LAYOUT_AT(outbox_entry, start),
        CONC_LAYOUT_AT(outbox_entry, next),
        CONC_LAYOUT_AT(record, actor),
        CONC_LAYOUT_AT(record, site),
        CONC_LAYOUT_AT(abi_site, conc_actor),
        CONC_LAYOUT_AT(abi_site, conc_message),
        CONC_LAYOUT_AT(abi_site, conc_size),
        CONC_LAYOUT_AT(abi_type, conc_name),
        CONC_LAYOUT_AT(abi_type, conc_header),
        CONC_LAYOUT_AT(actor, conc_cold),
        CONC_LAYOUT_AT(actor, conc_type),
        CONC_LAYOUT_AT(actor_cold, first),
        CONC_LAYOUT_AT(delivery, chunk),
        CONC_LAYOUT_AT(delivery, record),
        CONC_LAYOUT_AT(delivery, worker),
};

/* ---- the inbox ---- */

/* The caller holds the lock. */
static void link_chunk(struct conc_queue *queue, struct conc_chunk *chunk)
{
	chunk->next = NULL;
	if (queue->last) queue->last->next = chunk;
	else queue->first = chunk;
	queue->last = chunk;
}

/* Returns size bytes at the end of the inbox. The caller holds the lock. */
static inline char *room(struct conc_processor *p, struct conc_queue *queue, size_t size)
{
	struct conc_chunk *last = queue->last;
	char *place;

	if (CONC_UNLIKELY(!last || (size_t)(conc_chunk_limit(last) - last->end) < size)) {
		last = conc_chunk_new(p);
		last->begin = last->end = conc_chunk_data(last);
		link_chunk(queue, last);
	}
	place = last->end;
	last->end += size;
	return place;
}

struct conc_record *conc_queue_put_begin(struct conc_processor *p, struct conc_queue *queue,
                                         size_t size)
{
	conc_tiny_lock_acquire(&queue->lock);
	return (struct conc_record *)(void *)room(p, queue, size);
}

static void move(char *to, const char *from, size_t size)
{
	memcpy(to, from, size);
	conc_edge_moved(from, to, size);
}

bool conc_queue_append(struct conc_processor *p, struct conc_queue *queue, struct conc_chunk *chunk,
                       const char *begin, const char *end)
{
	size_t size = (size_t)(end - begin);
	bool kept = chunk && size > CONC_CHUNK_BYTES / 2;

	conc_tiny_lock_acquire(&queue->lock);
	if (kept) link_chunk(queue, chunk);
	else move(room(p, queue, size), begin, size);
	/* release: a worker that looks without the lock takes it before it reads records */
	store_release(&queue->full, 1);
	conc_tiny_lock_release(&queue->lock);
	return kept;
}

struct conc_chunk *conc_queue_gulp(struct conc_queue *queue)
{
	struct conc_chunk *first;

	/* acquire: pairs with the release in conc_queue_append. For other senders this is only a
	 * hint; the caller's own outbox was published before. */
	if (!load_acquire(&queue->full)) return NULL;
	conc_tiny_lock_acquire(&queue->lock);
	first = queue->first;
	queue->first = queue->last = NULL;
	store_relaxed(&queue->full, 0);
	conc_tiny_lock_release(&queue->lock);
	return first;
}

bool conc_queue_has_messages(const struct conc_queue *queue, bool all)
{
	/* A record enters the inbox before it leaves the outbox, so look at the inbox last. */
	return load_relaxed(&queue->full) || conc_outbox_has(queue->number, all) ||
	       load_acquire(&queue->full);
}

/* ---- the claim ---- */

/* After the barrier: does another worker handle the queue, or try to? */
static bool is_disputed(const struct conc_queue *queue, const struct conc_worker *w)
{
	struct conc_executor *ex = queue->executor;

	for (uint32_t i = 0; i < ex->worker_count; i++) {
		/* seq_cst: read after the barrier; acquire: pairs with conc_queue_release */
		if (&ex->workers[i] != w && load_seq_cst(&ex->workers[i].processing) == queue)
			return true;
	}
	return false;
}

static bool take_over(struct conc_queue *queue, struct conc_worker *w, uintptr_t seen)
{
	uintptr_t pending = (uintptr_t)w | CONC_CLAIM_PENDING;

	/* seq_cst: before the look at what others handle */
	if (seen != pending && !cas_seq_cst(&queue->claim, &seen, pending)) return false;
	conc_executor_heavy_barrier();
	if (is_disputed(queue, w)) return false;
	/* acq_rel: is_disputed has acquired what the previous holder did to the queue */
	if (!cas_acq_rel(&queue->claim, &pending, (uintptr_t)w)) return false;
	conc_outbox_publish_every(true);
	return true;
}

/* w->processing is the queue. False: it is null again. */
bool conc_queue_claim_slow(struct conc_queue *queue, struct conc_worker *w)
{
	uintptr_t seen = 0;

	/* acq_rel: no worker has had the claim yet */
	if (cas_acq_rel(&queue->claim, &seen, (uintptr_t)w)) return true;
	if (take_over(queue, w, seen)) return true;
	conc_queue_release(w);
	return false;
}

void conc_queue_release(struct conc_worker *w)
{
	/* release: publishes what was done to the queue and its actors, to is_disputed */
	store_release(&w->processing, NULL);
}
