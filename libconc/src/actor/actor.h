/* SPDX-License-Identifier: MIT */
/*
 * actor: what the parts of the actor system share. docs/protocols/actor.md has the reasoning.
 *
 * A message on its way is a record in a chunk: the actor, the site of the send with a kind in its
 * low bits, then the message itself or a pointer to it. A chunk is always in one place: in an
 * outbox, in a queue's inbox, with the worker that handles it, or free.
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

#include "conc/abi_actor.h"
#include "kernel/edge.h"
#include "port/atomic.h"
#include "thread/new.h"

struct conc_thread;
struct conc_queue;
struct conc_scaling_statistics;

/* An actor's ticket. Low half: the number of its queue (among all queues of the program, from 1)
 * and four flags; high half: the executor's generation. It is written by a CAS when the actor
 * joins, then only by the thread that handles the actor's messages. Fast paths compare it with a
 * ticket without flags, that of an outbox entry. */
#define CONC_TICKET_SCALABLE (UINT64_C(1) << 28) /* its type has scalable behaviours */
#define CONC_TICKET_HELD (UINT64_C(1) << 29)     /* a thread that is not a worker handles it */
#define CONC_TICKET_ENDED (UINT64_C(1) << 30)    /* it takes no more messages */
#define CONC_TICKET_SPECIAL (UINT64_C(1) << 31)  /* it has a mailbox */
#define CONC_TICKET_FLAGS \
	(CONC_TICKET_SCALABLE | CONC_TICKET_HELD | CONC_TICKET_ENDED | CONC_TICKET_SPECIAL)
#define CONC_QUEUES_MAX ((uint32_t)CONC_ABI_QUEUES) /* numbers are below it */

static inline uint32_t conc_ticket_queue(uint64_t ticket)
{
	return (uint32_t)ticket & (CONC_QUEUES_MAX - 1);
}

#define CONC_RECORD_KINDS ((uintptr_t)7) /* the bits of a record's site that are its kind */

struct conc_record {
	struct conc_actor *actor;
	uintptr_t site; /* struct conc_abi_site * and enum conc_abi_record */
	                /* then the message (VALUE), or a pointer and in debug mode a hash */
};

enum {
	CONC_RECORD_HEAD = CONC_ABI_RECORD_HEAD,
	CONC_RECORD_POINTED = CONC_RECORD_HEAD + 8,
};

/* A thread that waits until an actor has handled everything sent to it before, and has ended. */
struct conc_fence {
	struct conc_thread *thread;
};

/* What waits for the end of an actor (watch.c); under its lock. Also such a list that was taken, on
 * the stack of the thread that ended the actor. */
struct conc_ends {
	struct conc_ends *next, *previous; /* in the list of all that something waits for */
	struct conc_actor *actor;          /* fixed */
	bool listed;                       /* atomic: it is in that list */
	uint8_t why;                       /* fixed: of a list that was taken; else 0 */
	uint32_t uses;                     /* atomic: watches with it at either end, and calls that
	                                      are about to list one */
	int status;                        /* fixed: as why */
	struct conc_waiter *clauses;       /* FIFO */
	struct conc_watch *watches;        /* to be told of its end */
	struct conc_watch *watching;       /* by which it is told of the end of others */
};

/* State that only some actors have; the ticket says so. Made by the thread that handles the actor's
 * messages, before its first send, or by one that waits for its end. */
struct conc_actor_cold {
	struct conc_tiny_lock lock;         /* to put a record aside, and to let the actor go */
	struct conc_chunk *first, *last;    /* under the lock: records put aside */
	struct conc_executor *placed;       /* where it joins; fixed before; or null */
	struct conc_mailbox *mailbox;       /* mailbox.c; or null */
	struct conc_supervisor *supervisor; /* supervision.c; or null */
	struct conc_scalable *scalable;     /* atomic; scalable.c; or null */
	struct conc_scaling *scaling;       /* the actor's own rules; or null */
	struct conc_ends ends;
};

/* The message that a thread handles. On the stack of the loop that calls behaviours. */
struct conc_delivery {
	struct conc_worker *worker; /* null after a hand-over: another thread is the worker */
	struct conc_executor *executor;
	struct conc_chunk *chunk;
	struct conc_record *record;   /* being handled */
	struct conc_record *envelope; /* what record stands for, if a token: mailbox.c; or null */
	int status;                   /* from conc_fail */
	uint32_t taken, taken_size;   /* records after it that replicas took with it; their bytes */
	bool moved;                   /* the copy was sent on: the new record destroys it */
	bool disposes;                /* the message has no receiver: do not hold its actor */
	struct conc_delivery *outer;  /* the thread's own, while this one is for calls that it
	                                 runs for replicas; or null */
	/* Without a worker: */
	struct conc_actor *held;   /* the actor that this thread has to let go; or null */
	struct conc_fence *fence;  /* whose thread to unpark after that; or null */
	bool reclaim;              /* the actor's memory is to be freed */
	enum conc_ended_why ended; /* why it has ended, to be told when it is let go; or 0 */
};

/* For the deadlock report: adds the message and the actor that t handles, if any. */
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

/* For a race detector: a message's disposal happens after all of its behaviours. */
static inline void conc_record_edge_to(struct conc_record *record)
{
	if (CONC_SCHEDULES || (CONC_RACES && !conc_record_has_value(conc_record_kind(record))))
		conc_edge_to(conc_record_message(record));
}

static inline void conc_record_edge_from(struct conc_record *record)
{
	if (CONC_EDGES && conc_record_kind(record) != CONC_RECORD_REFERENCE)
		conc_edge_from(conc_record_message(record));
}

/* The record that the behaviour received. */
static inline struct conc_record *conc_delivery_record(const struct conc_delivery *d)
{
	return d->envelope ? d->envelope : d->record;
}

/* The size of a record with a pointer; CONC_DEBUG=1 adds a hash. */
static inline size_t conc_record_pointed(void)
{
	return CONC_RECORD_POINTED + (conc_debug ? 8 : 0);
}

static inline size_t conc_record_size(const struct conc_record *record)
{
	if (!conc_record_has_value(conc_record_kind(record))) return conc_record_pointed();
	return CONC_RECORD_HEAD + conc_record_site(record)->conc_size;
}

/* Must conc_delivery_finish run after the behaviour? Asked after it: conc_set_disposition may have
 * changed the kind. */
static inline bool conc_record_needs_finish(const struct conc_record *record)
{
	enum conc_abi_record kind = conc_record_kind(record);

	return kind != CONC_RECORD_VALUE && kind != CONC_RECORD_REFERENCE;
}

/* Returns the object that has this hidden member. */
static inline void *conc_actor_object(struct conc_actor *actor, const struct conc_abi_type *type)
{
	return (char *)actor - type->conc_header;
}

/* The hidden member of message, whose type is the one that site names. */
static inline struct conc_message *conc_message_of(const struct conc_abi_site *site, void *message)
{
	return (struct conc_message *)(void *)((char *)message + site->conc_message->conc_header);
}

/* ---- actor_object.c ---- */

/* Returns actor->conc_cold, and makes it if it is null. */
struct conc_actor_cold *conc_actor_get_cold(struct conc_actor *actor);
/* Sets a flag of the ticket if the actor has joined. The caller handles its messages. */
void conc_actor_flag(struct conc_actor *actor, uint64_t flag);

/* Frees an object made by conc_abi_new_object, whose conc_made says CONC_MADE_DELETED. */
void conc_object_free(void *object, size_t size);

/* Runs the destroy of the type, then those of its bases. */
void conc_object_destroy_all(void *object, const struct conc_abi_type *type);
static inline void conc_object_destroy(void *object, const struct conc_abi_type *type)
{
	if (CONC_UNLIKELY(type->conc_destroy || type->conc_base))
		conc_object_destroy_all(object, type);
}

/* Runs the destroy because of a disposition. frees: the caller then frees the object. site: of the
 * send that led to it. past: what behaviours that had the object gave their pasts. */
#if CONC_SCHEDULES
void conc_object_dispose(void *object, const struct conc_abi_type *type, const void *past,
                         const struct conc_abi_site *site, bool frees);
#else
static inline void conc_object_dispose(void *object, const struct conc_abi_type *type,
                                       const void *past, const struct conc_abi_site *site,
                                       bool frees)
{
	(void)site, (void)frees;
	conc_edge_to(past);
	conc_object_destroy(object, type);
	conc_edge_from(past);
}
#endif

/* ---- actor_end.c ---- */

/* Ends an actor: its behaviour returned `how`, not Nodelete, or a fence has come. d: of the caller,
 * which handles the actor's messages. queue: keeps the memory until no record in it can name the
 * actor. site: of the message, or null for a fence. May wait. */
void conc_actor_end(struct conc_actor *actor, conc_disposition how,
                    const struct conc_abi_site *site, struct conc_delivery *d,
                    struct conc_queue *queue);
/* Frees the actors that have ended in this queue; no record names them any more. */
void conc_actor_reclaim(struct conc_queue *queue);
/* Frees the actors that had ended at the previous call. Called before a gulp. */
void conc_actor_next_epoch(struct conc_queue *queue);
/* Lets the memory of an actor that has ended wait in the queue. */
void conc_actor_retire(struct conc_actor *actor, struct conc_queue *queue);
/* The same, by a thread that does not handle the queue. */
void conc_actor_retire_by_record(struct conc_actor *actor, struct conc_queue *queue);
/* Ends a record whose actor has ended: cancels its asks, disposes of the message, and notes it for
 * the report if no ask was cancelled. May wait. */
void conc_record_undelivered(struct conc_record *record, struct conc_queue *queue);

/* ---- actor_send.c ---- */

/* Sends a control message that may not come before those of `of`, which were published. Does not
 * wait: the caller may have a tiny lock. False: the receiver has ended, or no system is running. */
bool conc_actor_tell(struct conc_actor *actor, const struct conc_abi_site *site,
                     const void *message, const struct conc_actor *of);

/* ---- actor_debug.c ---- */

/* Debug mode: stores the hash of a message by reference; compares with it. */
void conc_actor_note_record(struct conc_record *record);
void conc_actor_check_record(struct conc_record *record);
/* Before a send: stops the program if actor or message was deleted. kind: the record's. */
void conc_actor_debug_send(const struct conc_actor *actor, const struct conc_abi_site *site,
                           const void *message, enum conc_abi_record kind);

/* ---- actors with scalable behaviours ---- */

/* In scalable.c; a type with scalable behaviours points to it. */
struct conc_scalable_operations {
	/* record, which is d's, has come to a scalable actor that no other thread holds. False: it
	 * went to the replicas, with the d->taken records after it, or is a note of the runtime.
	 * May wait. */
	bool (*admit)(struct conc_delivery *d, struct conc_record *record);
	/* The same for an envelope from the mailbox, which is copied if it goes to the replicas. */
	bool (*admit_envelope)(struct conc_delivery *d, struct conc_record *envelope);
	/* For a record that the runtime sent to itself: replaces conc_runtime_actor by the actor
	 * that is meant, and takes the lock, so that it cannot end. Null, without the lock: it has
	 * ended. */
	struct conc_scalable *(*address)(struct conc_record *record);
	/* Leaves that lock; the caller has seen whether the actor is held. */
	void (*addressed)(struct conc_scalable *s);
	/* The actor has ended. */
	void (*end)(struct conc_scalable *s);
	/* The executor stops: adds up the counts of its actors, and detaches them from it. */
	void (*stop)(struct conc_executor *ex);
	/* Under the executor's lock: a thread waits for quiet, so idle replicas are woken. */
	void (*stop_lingering)(struct conc_executor *ex);
	/* The same: adds the counts of its actors. */
	void (*count)(struct conc_executor *ex, struct conc_scaling_statistics *out);
};

/* Atomic; set when the first scalable actor joins; null before. */
extern const struct conc_scalable_operations *conc_scalable __attribute__((visibility("hidden")));

/* Receives records that the runtime sends to itself: their actor may be gone by then. */
extern struct conc_actor conc_runtime_actor __attribute__((visibility("hidden")));

/* This rank's number if it only hosts replicas, else 0. Set before any replica runs here. */
extern int conc_remote_rank;

#endif
