/* SPDX-License-Identifier: MIT */
/*
 * actor: what the parts of the actor system share. docs/protocols/actor.md has the reasoning.
 *
 * A message on its way is a record in a chunk: the actor, where it was sent and how (the site, with
 * a kind in its low bits), then the message itself or a pointer to it. A chunk is always in one
 * place: with an outbox, in a queue's inbox, with the worker that handles it, or free.
 *
 *     behaviour or thread ──send──► outbox of its processor ──┬─ the worker on that processor takes
 *                                   (entry of the queue)      │  what is for its own queues
 *                                                             └─ publish ──► inbox of the queue
 *                                                                            ──gulp──► worker
 *
 * Layers: chunk.h < outbox.h, actor_queue.h < executor.h < delivery.c < worker.c < actor_send.c.
 */
#ifndef CONC_SRC_ACTOR_H
#define CONC_SRC_ACTOR_H

#include "atomic.h"
#include "conc/abi_actor.h"
#include "edge.h"

struct conc_thread;
struct conc_executor;
struct conc_worker;
struct conc_queue;
struct conc_mailbox;
struct conc_supervisor;
struct conc_scalable;
struct conc_scaling;

/* An actor's ticket. Low half: the number of its queue (of all queues of the program, from 1), and
 * four flags; high half: which executor, counted up as they are made. Written by a CAS when the
 * actor joins, then only by whoever handles its messages. What a fast path wants to see is a ticket
 * without flags, which is what the entry of an outbox has. */
#define CONC_TICKET_SCALABLE (UINT64_C(1) << 28) /* its type has scalable behaviours */
#define CONC_TICKET_HELD (UINT64_C(1) << 29)     /* a thread that is no worker's handles it */
#define CONC_TICKET_ENDED (UINT64_C(1) << 30)    /* it takes no more messages */
#define CONC_TICKET_SPECIAL (UINT64_C(1) << 31)  /* it has a mailbox */
#define CONC_TICKET_FLAGS \
	(CONC_TICKET_SCALABLE | CONC_TICKET_HELD | CONC_TICKET_ENDED | CONC_TICKET_SPECIAL)
#define CONC_QUEUES_MAX ((uint32_t)CONC_ABI_QUEUES) /* numbers are below it */

static inline uint32_t conc_ticket_queue(uint64_t ticket)
{
	return (uint32_t)ticket & (CONC_QUEUES_MAX - 1);
}

#define CONC_RECORD_KINDS ((uintptr_t)7) /* the bits of a record's site that say how it travels */

struct conc_record {
	struct conc_actor *actor;
	uintptr_t site; /* struct conc_abi_site * and kind */
	                /* VALUE: the message; else a pointer, and in debug mode a hash */
};

enum {
	CONC_RECORD_HEAD = CONC_ABI_RECORD_HEAD,
	CONC_RECORD_POINTED = CONC_RECORD_HEAD + 8,
};

/* Somebody waits until an actor has handled what was sent to it before, and then ends it. */
struct conc_fence {
	struct conc_thread *thread;
};

/* What only some actors have; the ticket says so. Made by whoever handles the actor's messages, or
 * before its first send. */
struct conc_actor_more {
	struct conc_tiny_lock lock;         /* held by who lets the actor go */
	struct conc_chunk *first, *last;    /* under the lock: while it is held its messages wait */
	struct conc_executor *placed;       /* where it is to join; fixed before */
	struct conc_mailbox *mailbox;       /* mailbox.c; or null */
	struct conc_supervisor *supervisor; /* supervision.c; or null */
	struct conc_scalable *scalable;     /* atomic; scalable.c; or null */
	struct conc_scaling *scaling;       /* rules of its own; or null */
};

/* What a thread handles. On the stack of the loop that calls behaviours. */
struct conc_delivery {
	struct conc_worker
	        *worker; /* null: a behaviour waited, and the worker has another thread */
	struct conc_executor *executor;
	struct conc_chunk *chunk;
	struct conc_record *record; /* being handled */
	struct conc_record *letter; /* what that stands for, if it is a token: mailbox.c; or null */
	int status;                 /* of conc_fail */
	uint32_t taken, taken_size; /* records behind it that were taken with it, and their bytes */
	bool moved;    /* the copy that is handled was sent on: it is destroyed there */
	bool disposes; /* of a message that nobody handles: its actor is not concerned */
	struct conc_delivery *outer; /* what the thread handles, while this stands for calls of
	                                replicas that it runs meanwhile; or null */
	/* Without a worker: */
	struct conc_actor *held;  /* until this thread lets it go; or null */
	struct conc_fence *fence; /* who waits until then; or null */
	bool bury;                /* its memory is to be freed */
};

/* For the report, when nothing runs: which message of which actor t handles, if any. */
void conc_delivery_describe(const struct conc_thread *t, void (*add)(void *line, const char *text),
                            void *line);

static inline const struct conc_abi_site *conc_record_site(const struct conc_record *record)
{
	return (const struct conc_abi_site *)(record->site & ~CONC_RECORD_KINDS);
}

static inline enum conc_abi_record conc_record_kind(const struct conc_record *record)
{
	return (enum conc_abi_record)(record->site & CONC_RECORD_KINDS);
}

static inline void **conc_record_pointer(struct conc_record *record)
{
	return (void **)(void *)(record + 1);
}

static inline bool conc_record_has_value(enum conc_abi_record kind)
{
	return kind == CONC_RECORD_VALUE || kind == CONC_RECORD_ENDING;
}

static inline void *conc_record_message(struct conc_record *record)
{
	return conc_record_has_value(conc_record_kind(record)) ? (void *)(record + 1)
	                                                       : *conc_record_pointer(record);
}

/* For the sanitizer: around a behaviour. What becomes of the message comes after all who handled
 * it.
 */
static inline void conc_record_edge_to(struct conc_record *record)
{
	if (CONC_RACES && !conc_record_has_value(conc_record_kind(record)))
		conc_edge_to(conc_record_message(record));
}

static inline void conc_record_edge_from(struct conc_record *record)
{
	if (CONC_RACES && conc_record_kind(record) != CONC_RECORD_REFERENCE)
		conc_edge_from(conc_record_message(record));
}

/* What the behaviour got. */
static inline struct conc_record *conc_delivery_record(const struct conc_delivery *d)
{
	return d->letter ? d->letter : d->record;
}

/* CONC_DEBUG=1: pointed records are longer by a hash. Fixed before the first send. */
extern bool conc_actor_debug __attribute__((visibility("hidden")));

static inline size_t conc_record_pointed(void)
{
	return CONC_RECORD_POINTED + (conc_actor_debug ? 8 : 0);
}

static inline size_t conc_record_size(const struct conc_record *record)
{
	if (!conc_record_has_value(conc_record_kind(record))) return conc_record_pointed();
	return CONC_RECORD_HEAD + conc_record_site(record)->conc_size;
}

/* Is there anything to do behind its behaviour? conc_set_disposition may have changed it. */
static inline bool conc_record_needs_finish(const struct conc_record *record)
{
	enum conc_abi_record kind = conc_record_kind(record);

	return kind != CONC_RECORD_VALUE && kind != CONC_RECORD_REFERENCE;
}

/* Where the next one is that the caller is to look at. */
static inline char *conc_delivery_behind(const struct conc_delivery *d)
{
	return (char *)d->record + conc_record_size(d->record) + d->taken_size;
}

/* The hidden member of a message of the type that the site names. */
static inline struct conc_message *conc_message_of(const struct conc_abi_site *site, void *message)
{
	return (struct conc_message *)(void *)((char *)message + site->conc_message->conc_header);
}

/* ---- actor_end.c ---- */

/* The extra of an actor, made if it has none. */
struct conc_actor_more *conc_actor_get_more(struct conc_actor *actor);
/* Sets a flag of its ticket, if it has joined. The caller handles its messages. */
void conc_actor_flag(struct conc_actor *actor, uint64_t flag);
/* A behaviour has returned anything but Nodelete, or a fence has come: the actor is gone. d: of the
 * caller, who handles its messages. queue: where its memory waits until nothing in the queue can
 * name it. site: of the message, or null for a fence. */
void conc_actor_end(struct conc_actor *actor, conc_disposition how,
                    const struct conc_abi_site *site, struct conc_delivery *d,
                    struct conc_queue *queue);
/* Runs the destroy of the type and then those of its bases. */
void conc_object_destroy_all(void *object, const struct conc_abi_type *type);
static inline void conc_object_destroy(void *object, const struct conc_abi_type *type)
{
	if (CONC_UNLIKELY(type->conc_destroy || type->conc_base))
		conc_object_destroy_all(object, type);
}
/* Frees what ended in this queue: nothing can name it any more. */
void conc_actor_bury(struct conc_queue *queue);
/* Frees what had ended when this was called last; before a gulp. */
void conc_actor_next_generation(struct conc_queue *queue);
/* It has ended, destroyed if that was due; its memory waits as conc_actor_end says. */
void conc_actor_await_burial(struct conc_actor *actor, struct conc_queue *queue);
/* The same from a thread that does not handle the queue. */
void conc_actor_send_to_burial(struct conc_actor *actor, struct conc_queue *queue);
/* A record whose actor has ended: who asks is told, the message is disposed of, and the executor
 * says so when it stops. */
void conc_record_undelivered(struct conc_record *record, struct conc_queue *queue);

/* ---- actor_debug.c ---- */

/* Debug mode: notes what the message by reference is like; compares. */
void conc_actor_note_record(struct conc_record *record);
void conc_actor_check_record(struct conc_record *record);
/* Debug mode: the memory of something that ended is kept for a while, and its header says so. */
void conc_actor_quarantine(void *object, size_t size);

#endif
