/* SPDX-License-Identifier: MIT */
/*
 * outbox: records that were sent on a processor and are in no inbox yet.
 *
 * The idea. A send writes the record into the outbox of the sender's own processor, into the entry
 * of the actor's queue: a few stores, no locked instruction. Records leave an entry in three ways.
 * The worker on that processor takes them, for its own queue. The outbox is published, all of it at
 * once, when the worker's round ends, when the running thread leaves the processor, or when the
 * queue's worker sleeps. Or an idle thread takes them out (outbox_publish_from). So a message
 * does not wait in an outbox while a worker that could handle it is idle, but for a lone one that a
 * behaviour has just sent (worker.c, visits), which waits for two deadlines at most.
 *
 * Order. A sender is a thread or an actor. Before it can run on another processor, all its messages
 * are in inboxes: a thread publishes when it leaves its processor, and a worker that takes over an
 * actor's queue from another worker first publishes all outboxes (actor_queue.c). And a worker that
 * takes from an entry takes the inbox first. So of two messages from one sender to one actor, the
 * earlier one is handled first.
 *
 * The guard. The owner sets busy and then looks whether the outbox is taken. A taker sets taken,
 * makes all processors pass a barrier, and waits until the owner is not busy. At least one of the
 * two sees the other:
 *
 *     owner:  busy = 1; (light barrier) taken? → under the lock instead;  …;  busy = 0
 *     other:  lock; taken = 1; heavy barrier; wait until busy = 0;  …;  taken = 0; unlock
 *
 * If the kernel has no membarrier, the outbox is always taken, and the owner always locks.
 *
 * Rejected: a lock per queue for each send (two locked instructions, and lines that travel with
 * each message); one queue per pair of processors without publishing (a sender that moves would
 * have to leave marks in all its old queues to keep its order).
 */
#ifndef CONC_SRC_OUTBOX_H
#define CONC_SRC_OUTBOX_H

#include "actor.h"
#include "kernel/chunk.h"

/* Lowered code sees the same memory as types of abi_actor.h. All of an entry is under the guard.
 * Only a listed entry has a limit, so that its first record goes the long way. */
struct conc_outbox_entry {
	uint64_t ticket; /* of the actors of that queue; 0: the queue is not there, or debug mode */
	char *next, *limit; /* where the next record goes; the end of last, or null */
	char *start;        /* of the first record in first */
	struct conc_chunk *first, *last;
	uint32_t listed; /* atomic: it is in the list; others read it to look for work */
	uint32_t joined; /* atomic: actors that have joined the queue here */
	uint64_t unused;
};

struct conc_outbox {
	uint32_t busy;   /* atomic; written by the owner */
	uint32_t taken;  /* atomic; written under the lock */
	uint32_t count;  /* atomic: length of list; others read it to look for work */
	uint32_t chunks; /* times that a send found no room; owner only */
	struct conc_tiny_lock lock;
	uint32_t in_round; /* atomic hint: a worker will publish its entries before it rests */
	_Alignas(CONC_CACHE_LINE) struct conc_outbox_entry entries[CONC_QUEUES_MAX];
	uint16_t list[CONC_QUEUES_MAX]; /* numbers of the entries that have records */
};

#define SAME_(a, b, c, d) \
	_Static_assert(offsetof(struct a, b) == offsetof(struct c, d), "abi_actor.h")
SAME_(conc_outbox, busy, conc_abi_outbox, conc_busy);
SAME_(conc_outbox, taken, conc_abi_outbox, conc_taken);
SAME_(conc_outbox, entries, conc_abi_outbox, conc_entries);
SAME_(conc_outbox_entry, ticket, conc_abi_outbox_entry, conc_ticket);
SAME_(conc_outbox_entry, next, conc_abi_outbox_entry, conc_next);
SAME_(conc_outbox_entry, limit, conc_abi_outbox_entry, conc_limit);
_Static_assert(sizeof(struct conc_outbox_entry) == sizeof(struct conc_abi_outbox_entry),
               "abi_actor.h");
#undef SAME_

/* The running kernel thread's outbox, or an empty one if it has none. Lowered code reads it, with
 * the asm of abi_actor.h. */
extern __thread struct conc_outbox *conc_abi_outbox_tls __attribute__((tls_model("initial-exec")));

/* The outbox of p, the caller's processor; made at its first use. */
struct conc_outbox *conc_outbox_get(struct conc_processor *p);

/* Enters the outbox of the caller's processor. False: it is taken; the caller has its lock. */
static inline bool conc_outbox_enter(struct conc_outbox *box)
{
	store_relaxed(&box->busy, 1);
	conc_light_barrier(); /* pairs with the heavy barrier of conc_outbox_take */
	/* acquire: pairs with the release of taken: sees that records were taken out */
	if (CONC_LIKELY(!load_acquire(&box->taken))) return true;
	store_release(&box->busy, 0);
	conc_tiny_lock_acquire(&box->lock);
	return false;
}

static inline void conc_outbox_leave(struct conc_outbox *box, bool entered)
{
	/* release: publishes the entries to conc_outbox_take */
	if (CONC_LIKELY(entered)) store_release(&box->busy, 0);
	else conc_tiny_lock_release(&box->lock);
}

/* Enters and leaves the outbox of another processor. The first waits for the owner. */
void conc_outbox_take(struct conc_outbox *box);
void conc_outbox_give(struct conc_outbox *box);

/* Inside the guard: moves the entry's records to the inbox of its queue. It stays listed. */
void conc_outbox_empty(struct conc_processor *p, uint32_t number, struct conc_outbox_entry *entry);
/* Inside the guard: marks an entry that the caller takes out of the list. */
void conc_outbox_unlist(struct conc_outbox_entry *entry);

/* Inside the guard: returns room bytes at the end of entry. p: the caller's processor. */
struct conc_record *conc_outbox_room(struct conc_processor *p, struct conc_outbox *box,
                                     struct conc_outbox_entry *entry, size_t room);

static inline bool conc_outbox_entry_is_empty(const struct conc_outbox_entry *entry)
{
	return entry->start == entry->next && entry->first == entry->last;
}

/* Publishes the outbox of p, the caller's processor, and wakes sleeping workers. */
void conc_outbox_publish_all(struct conc_processor *p);

static inline void conc_outbox_publish(struct conc_processor *p)
{
	/* acquire: pairs with the releases of count: those records are in inboxes now */
	if (CONC_UNLIKELY(p->outbox && load_acquire(&p->outbox->count))) conc_outbox_publish_all(p);
}

/* For fork's child: p, which may be null, has nothing to send. Its outbox stays allocated. */
void conc_outbox_forget(struct conc_processor *p);

/* Publishes every outbox; unless `all`, only those that are not in a round. */
void conc_outbox_publish_every(bool all);

/* Takes the records for a queue out of the outbox of p, the caller's processor. Returns their
 * chunks, which the caller then owns; null: none. The entry gets an empty chunk, so that the next
 * send finds room. */
static inline struct conc_chunk *conc_outbox_gulp(struct conc_processor *p, uint32_t number)
{
	struct conc_outbox *box = p->outbox;
	struct conc_chunk *first = NULL, *fresh;
	struct conc_outbox_entry *entry;
	bool entered;

	if (!box) return NULL;
	entered = conc_outbox_enter(box);
	entry = &box->entries[number];
	if (!conc_outbox_entry_is_empty(entry)) {
		first = entry->first;
		fresh = conc_chunk_new(p);
		entry->last->end = entry->next;
		entry->first = entry->last = fresh;
		fresh->next = NULL;
		fresh->begin = entry->start = entry->next = conc_chunk_data(fresh);
		entry->limit = conc_chunk_limit(fresh);
	}
	conc_outbox_leave(box, entered);
	return first;
}

/* Returns the next processor that has an outbox, from *at on, which begins with 0; null: none. */
struct conc_processor *conc_outbox_next(uint32_t *at);

/* Reports whether an outbox has records for the queue; a hint. Unless `all`, outboxes in a
 * round do not count. */
bool conc_outbox_has(uint32_t queue, bool all);

#endif
