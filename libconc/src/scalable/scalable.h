/* SPDX-License-Identifier: MIT */
/*
 * scalable: actors that are split into replicas and merged again. docs/protocols/scalable.md has
 * the states and the transitions.
 *
 * The idea. Messages to an actor with scalable behaviours come to the handler of its queue, in
 * order, like those to any other actor. (Its ticket has a flag, so the fast paths of plain actors
 * know nothing of this.) The handler either runs a scalable message itself, or puts it into the
 * actor's pool. Replicas, user threads with a copy of the actor each, take messages from there.
 * Before any other message the handler gathers: it empties the pool, merges the replicas into the
 * actor and ends them.
 *
 *     queue ── handler ──┬─ actor not split, or pool full: runs it on the actor
 *                        ├─ scalable: piece ──► pool ──► replica
 *                        └─ not scalable: gathers, then runs it on the actor
 *
 * The unit of work is a piece: neighbouring records of one chunk. The chunk is shared, as with a
 * behaviour that waits (delivery.c): nothing is copied, and one lock is taken for many calls.
 *
 * Source: Ostrowski, Sakoda, Birman, Self-Replicating Objects for Multicore Platforms, §2.2. The
 * differences: replicas take (pull) their work instead of being given it, so that no replica has
 * work left while others have none; flow control makes the handler run calls itself; replicas that
 * are done merge with each other while the actor is busy.
 *
 * Layers: scalable_pool.c < scalable_ship.c < scalable_import.c < scalable_replica.c < scalable.c.
 */
#ifndef CONC_SRC_SCALABLE_H
#define CONC_SRC_SCALABLE_H

#include "actor/actor.h"
#include "conc/scalable.h"
#include "kernel/chunk.h"

struct conc_executor;
struct conc_remote;

struct conc_piece {
	struct conc_piece *next;
	struct conc_chunk *chunk; /* the piece is one of its users */
	char *begin, *end;
	uint32_t count; /* records in the piece */
};

/* A replica. It has a thread, or is transient: then it only carries a state to the parent. */
struct conc_replica {
	struct conc_scalable *scalable;
	struct conc_replica *next;      /* under the lock: link in idle, done, transfers, spare */
	struct conc_replica *transfers; /* atomic; written under the lock: transients to import */
	struct conc_thread *thread;     /* set by the thread itself before it is idle */
	struct conc_remote *remote;     /* its counterpart on another rank; or null */
	struct conc_actor *actor;       /* hidden member of its object, which follows in memory */
	uint64_t due;                   /* conc_now() of its next incremental import; owner only */
	uint32_t number;                /* 1, 2, …; the actor itself is 0 */
	bool idle;                      /* under the lock: it is in the idle list */
	bool closed;                    /* under the lock: it takes no more transfers */
};

/* The state of an actor from its first scalable message on. */
struct conc_scalable {
	struct conc_actor *actor;
	const struct conc_abi_type *type;
	struct conc_executor *executor;     /* null: the executor has stopped */
	struct conc_scaling config;         /* with the defaults filled in */
	char name[48];                      /* of the replicas' threads */
	uint32_t locals;                    /* replicas that it may have on this rank */
	struct conc_scalable *next, **link; /* under the executor's lock: links in its list */

	/* For the handler only: */
	struct conc_chunk *measured_chunk;
	char *measured_to; /* where the record after the last measured one begins */
	uint64_t stamp;    /* conc_now() at the last look at the clock; or 0 */
	uint32_t since;    /* calls run since then */
	uint32_t stride;   /* calls between two looks at the clock */
	uint32_t refusals; /* times that a split would not have paid */
	bool split;
	bool crowded;                 /* the last attempt to start a replica failed */
	bool ships;                   /* some of its replicas are on other ranks */
	struct conc_chunk *envelopes; /* copies of envelopes out of the mailbox; or null */
	uint64_t inlined;             /* atomic: calls that it ran itself, not from the pool */

	_Alignas(CONC_CACHE_LINE) struct conc_tiny_lock lock;
	uint32_t queued;              /* atomic; written under the lock: calls in the pool */
	uint32_t alive;               /* under the lock: replicas that are not merged */
	uint32_t idlers;              /* under the lock: replicas in the idle list */
	uint32_t remotes;             /* under the lock: alive replicas on other ranks */
	uint32_t number;              /* under the lock: number of the last replica of this split */
	uint32_t users;               /* under the lock: the actor, and notes that name this */
	bool gathering;               /* under the lock: all replicas are being merged */
	bool ended;                   /* under the lock: the actor has ended */
	bool asked;                   /* under the lock: a collapse note is on its way */
	struct conc_thread *gatherer; /* under the lock: waits for a replica that is done */
	struct conc_piece *first, *last;     /* under the lock: the pool */
	struct conc_piece *free_pieces;      /* under the lock: for reuse */
	struct conc_replica *idle, *done;    /* under the lock: lists */
	struct conc_replica *spare;          /* under the lock: memory of ended replicas */
	struct conc_replica *transfers;      /* atomic; written under the lock: for the actor */
	struct conc_replica **places;        /* under the lock: by number - 1; null: closed */
	struct conc_scaling_statistics sums; /* under the lock: the counts */
	uint64_t worked, merged;             /* under the lock: ns in calls; ns in export and
	                                        import; of this split */
	uint64_t average; /* atomic: duration of a call, in 1/256 ns; an estimate */
	uint32_t loss;    /* atomic: merging time / working time of the last split, in 1/256 */
};

/* ---- scalable_config.c ---- */

/* Returns the rules for an actor, with the defaults filled in. */
struct conc_scaling conc_scaling_of(const struct conc_actor *actor,
                                    const struct conc_abi_type *type,
                                    const struct conc_executor *ex);
void conc_scaling_add(struct conc_scaling_statistics *sum,
                      const struct conc_scaling_statistics *more);
/* The executor stops: adds its actors' counts to its own and detaches the actors from it. */
void conc_scalable_stop(struct conc_executor *ex);
/* Ends lingering, for a thread that waits for quiet. The caller holds the executor's lock. */
void conc_scalable_stop_lingering(struct conc_executor *ex);
/* Sums up the executor's counts. The caller holds the executor's lock. */
void conc_scalable_count(struct conc_executor *ex, struct conc_scaling_statistics *out);

/* ---- scalable_pool.c ---- */

/* Adds a copy of the piece and wakes an idle replica; true if none was idle. Handler only. */
bool conc_piece_pool_push(struct conc_scalable *s, const struct conc_piece *piece);
/* Takes the first piece; null if there is none. The caller holds the lock. */
struct conc_piece *conc_piece_pool_take(struct conc_scalable *s);
/* Frees a piece that has run. The caller holds the lock. */
void conc_piece_pool_free(struct conc_scalable *s, struct conc_piece *piece);
/* Adds r to the idle list; removes it. The caller holds the lock. */
void conc_piece_pool_list_idle(struct conc_scalable *s, struct conc_replica *r);
void conc_piece_pool_unlist_idle(struct conc_scalable *s, struct conc_replica *r);
/* If all replicas are idle, wakes one to end lingering: a thread waits for quiet. */
void conc_piece_pool_stop_lingering(struct conc_scalable *s);
/* Removes all replicas from the idle list and wakes them. */
void conc_piece_pool_wake_all(struct conc_scalable *s);

/* ---- scalable_import.c ---- */

/* Makes a blank replica by export from `from`. The caller holds no lock. */
struct conc_replica *conc_replica_new(struct conc_scalable *s, struct conc_actor *from);
/* Imports r into the actor or replica `into`, and frees r. */
void conc_replica_import(struct conc_scalable *s, struct conc_actor *into, struct conc_replica *r);
/* Imports the transients in the list. Returns whether there were any. */
bool conc_replica_import_transfers(struct conc_scalable *s, struct conc_actor *into,
                                   struct conc_replica **transfers);
/* Makes a replica that is not blank: its object is all-zero but for the hidden member. */
struct conc_replica *conc_replica_allocate(struct conc_scalable *s);
/* If r's parent is ready, moves r's state to it. Sets when r is due next. */
void conc_replica_transfer(struct conc_replica *r);

/* ---- scalable_replica.c ---- */

/* Starts one more replica. Returns false if there may be no more. Called by the handler. */
bool conc_replica_start(struct conc_scalable *s);
/* Counts the calls of a piece that was run or shipped, and frees it. spent: ns in all. */
void conc_replica_count(struct conc_scalable *s, struct conc_replica *r, struct conc_delivery *d,
                        struct conc_piece *piece, uint64_t spent);
/* Runs one call and finishes its record. */
void conc_replica_call(struct conc_actor *actor, struct conc_delivery *d,
                       struct conc_record *record);
/* Runs the calls of a piece on r, or on the actor if r is null. d: the current delivery
 * meanwhile. */
void conc_replica_run(struct conc_scalable *s, struct conc_replica *r, struct conc_delivery *d,
                      struct conc_piece *piece);

/* ---- scalable_ship.c: a replica that works on another rank ---- */

/* Finds a place on another rank for r, which is blank. If there is none, r works here. */
void conc_replica_place_remotely(struct conc_replica *r);
/* Like conc_replica_run, for a replica that works on another rank. */
void conc_replica_ship(struct conc_replica *r, struct conc_delivery *d, struct conc_piece *piece);
/* Fetches r's state from the other rank into a new replica. last: r ends there. */
struct conc_replica *conc_replica_fetch(struct conc_replica *r, bool last);

/* Sends the actor one of these notes. */
void conc_scalable_send_note(struct conc_scalable *s, const struct conc_abi_site *site);
extern const struct conc_abi_site conc_collapse_site __attribute__((visibility("hidden")));
extern const struct conc_abi_site conc_transfer_site __attribute__((visibility("hidden")));

/* ---- small functions ---- */

/* Initialises the hidden member of a replica. */
static inline void conc_replica_head(struct conc_actor *actor, const struct conc_abi_type *type)
{
	actor->conc_ticket = CONC_TICKET_ENDED; /* sends take the slow path */
	actor->conc_type = type;
	actor->conc_made = CONC_MADE_AS_REPLICA;
}

/* Counts a replica that is merged or about to be. The caller holds the lock. */
void conc_scalable_merged(struct conc_scalable *s);

/* Notes in the trace of a seeded run what the caller does to the actor. */
#define conc_scalable_note(s, what) \
	conc_schedule_note(CONC_EVENT_DOES, conc_thread_self(), (s)->actor, what, NULL)

static inline uint64_t conc_scalable_average(const struct conc_scalable *s)
{
	return load_relaxed(&s->average) >> 8; /* relaxed: a guess */
}

#endif
