/* SPDX-License-Identifier: MIT */
/*
 * scalable: actors that are split into replicas and merged again. docs/protocols/scalable.md has
 * the states and who moves them.
 *
 * The idea. Messages to an actor with scalable behaviours come to the handler of its queue, in
 * order, as to any other (its ticket has a flag, so that the fast paths of plain actors know
 * nothing of this). The handler either runs a scalable message itself, or puts it into the actor's
 * pool, from where replicas, user threads with a copy of the actor each, take it. Anything else
 * gathers first: the pool is emptied, the replicas are merged into the actor and gone.
 *
 *     queue ── handler ──┬─ actor not split, or pool full: runs it on the actor
 *                        ├─ scalable: piece ──► pool ──► replica
 *                        └─ not scalable: gathers, then runs it on the actor
 *
 * What travels is a piece: neighbouring records of one chunk. The chunk is shared as with a
 * behaviour that waits (delivery.c), so nothing is copied, and one lock is taken for many calls.
 *
 * Source: Ostrowski, Sakoda, Birman, Self-Replicating Objects for Multicore Platforms, §2.2. Other
 * than there: replicas take (pull) what they run instead of being given it, so that none is left
 * with work while others have none; flow control holds the handler, which runs calls itself
 * meanwhile; and replicas that are done merge with each other while the actor is busy.
 *
 * Layers: scalable_pool.c < scalable_ship.c < scalable_import.c < scalable_replica.c < scalable.c.
 */
#ifndef CONC_SRC_SCALABLE_H
#define CONC_SRC_SCALABLE_H

#include "actor.h"
#include "chunk.h"
#include "conc/scalable.h"

struct conc_executor;
struct conc_remote;

struct conc_piece {
	struct conc_piece *next;
	struct conc_chunk *chunk; /* one of its users */
	char *begin, *end;
	uint32_t count; /* of records */
};

/* A replica: with a thread, or transient, which carries a state to the parent and has none. */
struct conc_replica {
	struct conc_scalable *scalable;
	struct conc_replica *next;      /* idle, done or transfers: under the lock; or spare */
	struct conc_replica *transfers; /* atomic; written under the lock: transients for it */
	struct conc_thread *thread;     /* set by itself before it is idle */
	struct conc_remote *remote;     /* where it works instead; or null */
	struct conc_actor *actor;       /* the hidden member of the object, which stands behind */
	uint64_t due;                   /* of its next incremental import; itself */
	uint32_t number;                /* 1…; the actor itself is 0 */
	bool idle;                      /* under the lock: it is in the list */
	bool closed;                    /* under the lock: it takes no more transfers */
};

/* What an actor has from its first split on. */
struct conc_scalable {
	struct conc_actor *actor;
	const struct conc_abi_type *type;
	struct conc_executor *executor;     /* null: it has stopped */
	struct conc_scaling config;         /* without zeros but for interval */
	char name[48];                      /* of the replicas' threads */
	uint32_t locals;                    /* of the replicas that it may have, so many are here */
	struct conc_scalable *next, **link; /* under the executor's lock: of its actors */

	/* The handler's: */
	struct conc_chunk *measured_chunk;
	char *measured_to; /* where the next record would be the one behind */
	uint64_t stamp;    /* conc_now() when the measuring began */
	uint32_t since;    /* calls run since then */
	uint32_t stride;   /* after how many the clock is looked at */
	uint32_t refusals; /* times that splitting did not seem worth it */
	bool split;
	bool crowded;               /* the last replica that was wanted could not be made */
	bool ships;                 /* some of its replicas are on other ranks */
	struct conc_chunk *letters; /* copies out of the mailbox; or null */
	uint64_t inlined;           /* atomic: calls that it ran itself, not split */

	_Alignas(CONC_CACHE_LINE) struct conc_tiny_lock lock;
	uint32_t queued;              /* atomic; under the lock: calls in the pool */
	uint32_t alive;               /* under the lock: replicas that are not merged */
	uint32_t idlers;              /* under the lock: in the list */
	uint32_t remotes;             /* under the lock: of the alive */
	uint32_t number;              /* under the lock: of the last replica of this split */
	uint32_t users;               /* under the lock: the actor, and records that name it */
	bool gathering;               /* under the lock */
	bool ended;                   /* under the lock: the actor has */
	bool asked;                   /* under the lock: a collapse is on its way to the handler */
	struct conc_thread *gatherer; /* under the lock: it waits for one that is done */
	struct conc_piece *first, *last;     /* under the lock: the pool */
	struct conc_piece *free_pieces;      /* under the lock */
	struct conc_replica *idle, *done;    /* under the lock */
	struct conc_replica *spare;          /* under the lock: memory of replicas */
	struct conc_replica *transfers;      /* atomic; written under the lock: for the actor */
	struct conc_replica **places;        /* under the lock: by number - 1; null: merged */
	struct conc_scaling_statistics sums; /* under the lock */
	uint64_t worked, merged;             /* under the lock: ns in calls, export and import, in
	                                        this split */
	uint64_t average; /* atomic: ns of a call, in 256ths; written by who measures */
	uint32_t loss;    /* atomic: of work spent on merging, in 256ths */
};

/* ---- scalable.c: who handles the actor's messages ---- */

/* Records that the runtime sends to itself name this one: they may come when their actor is gone.
 */
extern struct conc_actor conc_scalable_clerk __attribute__((visibility("hidden")));
/* Puts the actor that is meant in the place of the clerk, and keeps it from ending: under the lock.
 * Null: it has ended. */
struct conc_scalable *conc_scalable_address(struct conc_record *record);
/* The caller has seen whether it is held: leaves the lock. */
void conc_scalable_addressed(struct conc_scalable *s);

/* The record of d, which is record, has come to an actor that is scalable and not held. False: it
 * was given to the replicas, with those behind it that d says, or was none of a message. May wait.
 */
bool conc_scalable_admit(struct conc_delivery *d, struct conc_record *record);
/* The same for a letter out of the mailbox, which is copied if it goes to the replicas. */
bool conc_scalable_admit_letter(struct conc_delivery *d, struct conc_record *letter);
/* The actor's end, behind its last message; s may be null. */
void conc_scalable_end(struct conc_scalable *s);

/* ---- scalable_config.c ---- */

/* The rules for an actor; made ready. */
struct conc_scaling conc_scaling_of(const struct conc_actor *actor,
                                    const struct conc_abi_type *type,
                                    const struct conc_executor *ex);
void conc_scaling_add(struct conc_scaling_statistics *sum,
                      const struct conc_scaling_statistics *more);
/* The executor stops: its actors' counts are added up, and they are its actors no more. */
void conc_scalable_stop(struct conc_executor *ex);
/* Under the executor's lock: somebody waits for it to be quiet. */
void conc_scalable_hurry(struct conc_executor *ex);
/* The same. */
void conc_scalable_count(struct conc_executor *ex, struct conc_scaling_statistics *out);

/* ---- scalable_pool.c ---- */

/* The handler: puts it into the pool, and wakes somebody who is idle. True: nobody was. */
bool conc_pool_push(struct conc_scalable *s, const struct conc_piece *piece);
/* Under the lock; null: none. */
struct conc_piece *conc_pool_take(struct conc_scalable *s);
/* The piece was run: gives back the memory. */
void conc_pool_free(struct conc_scalable *s, struct conc_piece *piece);
/* Under the lock. */
void conc_pool_list_idle(struct conc_scalable *s, struct conc_replica *r);
void conc_pool_unlist_idle(struct conc_scalable *s, struct conc_replica *r);
/* All are idle, and somebody waits for the executor to be quiet: no lingering. */
void conc_pool_hurry(struct conc_scalable *s);
/* Takes all that are idle out of the list and wakes them. */
void conc_pool_wake_all(struct conc_scalable *s);

/* ---- scalable_import.c ---- */

/* A blank one that `from` has exported; under no lock. */
struct conc_replica *conc_replica_new(struct conc_scalable *s, struct conc_actor *from);
/* Imports r into the actor or replica, and is done with r. */
void conc_replica_import(struct conc_scalable *s, struct conc_actor *into, struct conc_replica *r);
/* Imports what waits in the list. True: there was something. */
bool conc_replica_import_transfers(struct conc_scalable *s, struct conc_actor *into,
                                   struct conc_replica **transfers);
/* One that is not blank, but all-zero. */
struct conc_replica *conc_replica_allocate(struct conc_scalable *s);
/* r is due for an incremental import. */
void conc_replica_transfer(struct conc_replica *r);

/* ---- scalable_replica.c ---- */

/* The handler: one more, if there may be. False: there may not. */
bool conc_replica_start(struct conc_scalable *s);
/* Calls that were run, or shipped, are counted; spent: ns, of all of them. */
void conc_replica_count(struct conc_scalable *s, struct conc_replica *r, struct conc_delivery *d,
                        struct conc_piece *piece, uint64_t spent);
/* One call, and what is due behind it. */
void conc_replica_call(struct conc_actor *actor, struct conc_delivery *d,
                       struct conc_record *record);
/* Runs the calls of a piece on that actor or replica; d is what is current meanwhile. r: null for
 * the actor. */
void conc_replica_run(struct conc_scalable *s, struct conc_replica *r, struct conc_delivery *d,
                      struct conc_piece *piece);

/* ---- scalable_ship.c: a replica that works on another rank ---- */

/* Where r, which is blank, is to work; it stays here if there is no such place. */
void conc_replica_board(struct conc_replica *r);
/* As conc_replica_run; r is elsewhere. */
void conc_replica_ship(struct conc_replica *r, struct conc_delivery *d, struct conc_piece *piece);
/* What it has done there, in a replica of its own. last: it is there no more. */
struct conc_replica *conc_replica_fetch(struct conc_replica *r, bool last);

/* Sends the actor one of the records below. */
void conc_scalable_tell(struct conc_scalable *s, const struct conc_abi_site *site);
extern const struct conc_abi_site conc_collapse_site __attribute__((visibility("hidden")));
extern const struct conc_abi_site conc_transfer_site __attribute__((visibility("hidden")));

/* ---- small ones ---- */

/* The hidden member of a replica. */
static inline void conc_replica_head(struct conc_actor *actor, const struct conc_abi_type *type)
{
	actor->conc_ticket = CONC_TICKET_ENDED; /* a send comes the long way */
	actor->conc_type = type;
	actor->conc_made = CONC_MADE_AS_REPLICA;
}

/* Under the lock: one of the replicas is merged, or about to be. */
void conc_scalable_merged(struct conc_scalable *s);

/* In the trace of a seeded run: what the caller does to the actor. */
#define conc_scalable_note(s, what) \
	conc_schedule_note(CONC_EVENT_DOES, conc_thread_self(), (s)->actor, what, NULL)

static inline uint64_t conc_scalable_average(const struct conc_scalable *s)
{
	return load_relaxed(&s->average) >> 8; /* relaxed: a guess */
}

#endif
