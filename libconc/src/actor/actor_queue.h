/* SPDX-License-Identifier: MIT */
/*
 * actor_queue: a queue of an executor: its inbox, and the right to handle its messages.
 *
 * An actor belongs to one queue for good. A queue is in one slot of one worker, which looks after
 * it; but the right to handle its messages is the claim, which one worker has at a time, whatever
 * the slots say. The claim is a lock that stays with its last holder:
 *
 *     NOBODY ──w: cas──► w
 *     w ──w: w.processing = queue; light barrier; the claim is still w──► (handling)
 *       ──w: w.processing = null──► w
 *     v ──w: w.processing = queue; cas──► w|PENDING ──heavy barrier; nobody else's processing is
 *         the queue; cas──► w (handling).  Else w.processing = null, and it is tried again later.
 *
 * So a worker that is not stolen from executes no locked instruction, and a thief never waits: a
 * queue that is being handled stays with the victim until the victim is done (a missed gulp). After
 * the barrier, either the old holder has written what it handles, or it will find that the claim is
 * no longer its own. Two pending workers see each other: one of them, or both, give up.
 *
 * A worker that takes a claim from another publishes all outboxes before it handles anything, so
 * messages that the queue's actors sent elsewhere are in inboxes before those they send here.
 */
#ifndef CONC_SRC_ACTOR_QUEUE_H
#define CONC_SRC_ACTOR_QUEUE_H

#include "outbox.h"

#define CONC_CLAIM_PENDING ((uintptr_t)1)

struct conc_queue {
	uint64_t ticket; /* of its actors; fixed */
	struct conc_executor *executor;
	struct conc_worker *owner; /* atomic: in whose slot it is; written while it is in none */
	uintptr_t claim;           /* atomic */
	struct conc_actor *retired[2]; /* handler only: ended, not freed; linked by conc_cold */
	uint32_t retired_count;        /* handler only: length of the first list */
	uint32_t number;
	uint32_t gulps; /* atomic; the handler counts */
	uint32_t mark;  /* atomic hint: 2 * gulps + 1, as a thief saw it */

	_Alignas(CONC_CACHE_LINE) struct conc_tiny_lock lock;
	uint32_t full;                   /* atomic; written under the lock: not empty */
	struct conc_chunk *first, *last; /* under the lock */
};

/* All queues of the program, by number; atomic entries. */
extern struct conc_queue *conc_queues[CONC_QUEUES_MAX] __attribute__((visibility("hidden")));

/* The queue of an actor with this ticket; null: its executor has stopped. */
static inline struct conc_queue *conc_queue_of(uint64_t ticket)
{
	/* acquire: pairs with make_queues */
	struct conc_queue *queue = load_acquire(&conc_queues[conc_ticket_queue(ticket)]);

	return queue && queue->ticket == (ticket & ~CONC_TICKET_FLAGS) ? queue : NULL;
}

/* Appends the records begin..end. chunk: has these records and no others; or null. True: the queue
 * keeps the chunk. p: the caller's processor. */
bool conc_queue_append(struct conc_processor *p, struct conc_queue *queue, struct conc_chunk *chunk,
                       const char *begin, const char *end);
/* Ends conc_queue_put_begin, and releases the lock. */
static inline void conc_queue_put_end(struct conc_queue *queue)
{
	/* release: as in conc_queue_append */
	store_release(&queue->full, 1);
	conc_tiny_lock_release(&queue->lock);
}
/* Takes the lock and returns room for a record, which the caller fills. */
struct conc_record *conc_queue_put_begin(struct conc_processor *p, struct conc_queue *queue,
                                         size_t size);
/* Takes all records; null: none. */
struct conc_chunk *conc_queue_gulp(struct conc_queue *queue);

/* Reports whether the inbox or an outbox has a record. After a heavy barrier (executor.h), or with
 * another order, it misses no earlier send, even if the record is moved meanwhile. */
bool conc_queue_has_messages(const struct conc_queue *queue, bool all);

/* How many records there are in the inbox. */
uint64_t conc_queue_count(struct conc_queue *queue);

bool conc_queue_claim_slow(struct conc_queue *queue, struct conc_worker *w);
void conc_queue_release(struct conc_worker *w);

#endif
