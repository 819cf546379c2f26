/* SPDX-License-Identifier: MIT */
/*
 * separate: handlers, their queues of private queues, and the token.
 *
 * The idea. A handler is a queue of private queues and one *token*, whose holder may touch the
 * handler's objects. The queue of queues is an MCS queue: a client appends its private queue by an
 * exchange of `last`, then links it to the `next` of the queue before. So reserving never waits.
 * The token goes along the line:
 *
 *     NOWHERE ── a client appends q and finds the line empty ──► CLIENT(q)
 *     CLIENT(q) ── the client logs a request, exchange ──► SERVER(q)
 *     SERVER(q) ── the server: all of q is carried out, CAS ──► CLIENT(q)
 *     either, ended ── the ender, if there is a next ──► CLIENT(next) or SERVER(next)
 *     either, ended ── the ender of the last queue, CAS of last ──► NOWHERE
 *     either, ended ── the ender, if the next is about to link ──► LEFT in q->next
 *     LEFT in q->next ── who comes to link behind q ──► CLIENT(next), and has q
 *
 * In CLIENT(q), IDLE is set in q's tail and q's client is synchronised. Only the client leaves this
 * state: it logs a request and has to find a server, or it ends its block and is then the ender.
 *
 * In SERVER(q), a thread made for the purpose runs q's requests. It ends when the token leaves it.
 * While it has not started, a client that synchronises runs it on its own stack, as join does with
 * tasks. So an idle handler is some bytes, and a call and a query switch no threads. Locks have the
 * server as their owner, not the client.
 *
 * A passive handler is one whose clients log nothing: they wait for the token and run calls
 * themselves. That changes which thread runs a call, not the order, so it may change at any time.
 *
 * Order of a tail's flags in time: 0 → (SYNC) → IDLE → 0 …, END once. docs/protocols/separate.md.
 *
 * Rejected: a parked thread per handler (its stack, two switches for each query, and a report full
 * of idle handlers); a lock per handler for clients that reserve one (a look at the lock of those
 * that reserve several is enough: docs/protocols/separate.md); recording beside the tail what is
 * synchronised (a second word to keep true).
 *
 * Invariants.
 * - There is one token per handler. "Under the token" below means: by its holder only.
 * - A private queue is its client's until END is in its tail, then its server's. A queue whose next
 *   holds LEFT belongs to the client that links to it.
 * - The effects of a request are published by the release that moves the token.
 */
#ifndef CONC_SRC_SEPARATE_H
#define CONC_SRC_SEPARATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conc/abi_separate.h"
#include "conc/thread.h"
#include "kernel/processor.h"
#include "kernel/thread.h"
#include "port/atomic.h"

struct conc_chunk;
struct conc_require;
struct conc_require_entry;

/* Low bits of a tail; the rest is the end of the logged requests. */
enum {
	CONC_TAIL_IDLE = CONC_ABI_IDLE,
	CONC_TAIL_SYNC = 2, /* the client is parked, or about to be, until IDLE */
	CONC_TAIL_END = 4,  /* the block has ended */
	CONC_TAIL_FLAGS = 7,
	CONC_TAIL_CLOSED = CONC_TAIL_END, /* cached queue: takes no more requests; END, no place */
};

/* In `require` of a place: the lowest bit; the rest is its spawned call. */
#define CONC_SPAWNED ((uintptr_t)1)

/* In `next`, instead of a queue: the token is left there. */
#define CONC_QUEUE_LEFT ((uintptr_t)1)

/* In `last`, beside the queue: it is cached, or a place, so it has ended and its memory may be
 * freed. Who looks at a line without being in it does not follow such a pointer. */
#define CONC_LAST_ENDED ((uintptr_t)1)

enum {
	CONC_PRIVATE_BYTES = 256, /* a private queue and its first requests */
	CONC_JUMP_BYTES = 32, /* kept free at the end of each stretch, for the request that jumps */
	CONC_PRIVATE_BATCH = 32, /* queues moved between a processor and the common list at once */
	CONC_PRIVATE_KEEP = 3 * CONC_PRIVATE_BATCH, /* free queues of a processor, at most */
	CONC_OPERANDS_MAX = 32,                     /* operands of one statement */
	CONC_YIELD_MASK = 63, /* every 64th block that is left to a server lets others run */
};

/* The place of a spawned call (separate_spawned.c) is in the same lines, and has only handler,
 * require and next. */
struct conc_private_queue {
	struct conc_abi_queue abi;    /* the client; tail: client and token */
	struct conc_handler *handler; /* fixed while the queue is in use */
	struct conc_require *require; /* its wait for a condition, or null; SPAWNED in a place */
	uintptr_t next;               /* atomic: the queue behind it, null, or LEFT */
	char *read;                   /* under the token: the next request */
	struct conc_chunk *chunk; /* under the token: the stretch that read is in; null: the queue's
	                             own bytes, or it is free */
	struct conc_thread *client;        /* fixed while the queue is in use: the thread to wake */
	struct conc_private_queue *before; /* for the thread that appends it: the queue before it */
	uint32_t cache;                    /* atomic: enum conc_queue_cache */
	uint32_t calls; /* for its client only: calls logged since it is in line */
#if CONC_EDGES
	uint64_t synced; /* its client has acquired the handler's past, and logged nothing since */
#endif
	_Alignas(CONC_ABI_REQUEST_ALIGN) char first[];
};

/* A thread that makes block after block of one call on one handler caches its queue
 * (separate_single_call.c). The queue has ended (END) all the time it is in line, and may be added
 * to while it is the last:
 *
 *     DONE ──client: appends──► IN_LINE ──who takes the token on from it──► DONE
 *      │                           │ its thread ends
 *      ▼ its thread ends           ▼
 *     freed ◄── the same ──── ORPHAN
 */
enum conc_queue_cache {
	CONC_CACHE_NOT, /* freed when its requests have run */
	CONC_CACHE_IN_LINE,
	CONC_CACHE_DONE, /* its client may use it again */
	CONC_CACHE_ORPHAN,
};

struct conc_handler {
	uintptr_t last; /* atomic: the last queue in line, ENDED; 0: there is none */
	struct conc_private_queue *work; /* the queue that the last server starts with or serves */
	struct conc_thread *owner;       /* atomic, for the report: the token's holder; or null */
	struct conc_require_entry
	        *requires; /* atomic: clients that wait for a condition, by ticket;
	                      under the lock; entered under the token, too */
	struct conc_tiny_lock requires_lock;
	size_t objects;              /* atomic: number of live objects */
	uint64_t calls;              /* atomic: under the token: reservations made by its code */
	uint64_t number;             /* fixed: several handlers are locked in this order */
	bool passive;                /* atomic: under the token */
	struct conc_tiny_lock order; /* held while it is reserved together with others */
	const char *type;            /* of its first object */
	const char *where;
	struct conc_handler *next, *previous; /* list of all handlers; under its lock */
	conc_edge_cell edge;                  /* past of the threads that used the token */
	uint32_t server;                      /* conc_schedule_same_number */
};

/* Precedes a separate object in memory. */
struct conc_separate_header {
	void *memory; /* from malloc */
	struct conc_handler *handler;
	uint64_t unused;
	uint64_t magic;
};

#define CONC_SEPARATE_LIVE UINT64_C(0x5e9a7a7ec0cc11fe)
#define CONC_SEPARATE_DEAD UINT64_C(0x5e9a7a7ec0ccdead)

/* Names of operations in the report. */
extern const char conc_separate_condition[];                 /* the other one is in report.h */
extern const struct conc_selectable conc_require_selectable; /* slot: struct conc_require */
extern const struct conc_selectable conc_quiet_selectable;   /* the same */

/* ---- separate_queue.c ---- */

/* Slow paths: the processor has no free queue left, or too many. */
struct conc_private_queue *conc_private_queue_new_slow(struct conc_processor *p);
void conc_private_queues_give_back(struct conc_processor *p);
/* Frees the stretch that q is in. q writes to its own bytes again. */
void conc_private_queue_shrink(struct conc_private_queue *q);

/* Returns an empty queue for the client self, which runs on p. Its tail is its beginning, without
 * flags. */
static inline struct conc_private_queue *conc_private_queue_new(struct conc_processor *p,
                                                                struct conc_thread *self,
                                                                struct conc_handler *handler)
{
	struct conc_private_queue *q = p->privates;

	if (CONC_UNLIKELY(!q)) q = conc_private_queue_new_slow(p);
	p->privates = q->before;
	p->private_count--;
	q->abi.conc_write = q->read = q->first;
	/* relaxed, also next: published by the exchange that appends the queue */
	store_relaxed(&q->abi.conc_tail, (uintptr_t)q->first);
	store_relaxed(&q->next, 0);
	q->handler = handler;
	q->client = self;
	q->require = NULL;
#if CONC_EDGES
	q->synced = false;
#endif
	conc_edge_fresh(&q->abi, sizeof q->abi);
	return q;
}

/* For a race detector: q's client acquires the handler's past (is), or publishes its own. */
static inline void conc_private_queue_syncs(struct conc_private_queue *q, bool is)
{
#if CONC_EDGES
	if (is && q->handler) conc_edge_to(&q->handler->edge);
	if (!is && q->synced) conc_edge_from(&q->handler->edge);
	q->synced = is;
#endif
	(void)q, (void)is;
}

/* Frees q, whose requests have all run. p: the caller's processor. */
static inline void conc_private_queue_free(struct conc_processor *p, struct conc_private_queue *q)
{
	if (CONC_UNLIKELY(q->chunk != NULL)) conc_private_queue_shrink(q);
	if (conc_schedule_verified()) return; /* its address is to stand for one block */
	q->before = p->privates;
	p->privates = q;
	if (CONC_UNLIKELY(++p->private_count > CONC_PRIVATE_KEEP)) conc_private_queues_give_back(p);
}

/* Empties q, which is idle, to reuse its memory. For its client, which has the token. */
void conc_private_queue_rewind(struct conc_private_queue *q);
/* Returns room for size bytes behind the logged requests. For its client. */
char *conc_private_queue_grow(struct conc_private_queue *q, size_t size);
/* For fork's child. */
void conc_private_queues_reset(void);

/* ---- separate_single_call.c ---- */

/* The token has gone on from q, which is cached: its client may use it again, or it is freed. */
void conc_cached_queue_done(struct conc_private_queue *q);

/* ---- separate_spawned.c ---- */

/* The token has come to the place q. The last one starts the call. */
void conc_spawned_arrived(struct conc_private_queue *q);
/* The token has gone on from the place q. */
void conc_spawned_done(struct conc_private_queue *q);

/* Is q the place of a spawned call? */
static inline bool conc_private_queue_is_place(const struct conc_private_queue *q)
{
	return ((uintptr_t)q->require & CONC_SPAWNED) != 0;
}

/* Returns what `last` holds while q is the last in line. */
static inline uintptr_t conc_last_of(const struct conc_private_queue *q)
{
	/* relaxed: fixed while it is in line, but for IN_LINE → ORPHAN */
	bool ended = conc_private_queue_is_place(q) || load_relaxed(&q->cache) != CONC_CACHE_NOT;

	return (uintptr_t)q | (ended ? CONC_LAST_ENDED : 0);
}

static inline struct conc_private_queue *conc_last_queue(uintptr_t last)
{
	return (struct conc_private_queue *)(last & ~CONC_LAST_ENDED);
}

/* The token has gone on from q: frees q, unless it is cached. */
static inline void conc_private_queue_done(struct conc_private_queue *q)
{
	if (CONC_UNLIKELY(conc_private_queue_is_place(q))) {
		conc_spawned_done(q);
		return;
	}
	/* relaxed: fixed while it is in line, but for IN_LINE → ORPHAN */
	if (CONC_UNLIKELY(load_relaxed(&q->cache) != CONC_CACHE_NOT)) conc_cached_queue_done(q);
	else conc_private_queue_free(conc_processor_current(), q);
}

/* ---- separate_handler.c: the token ---- */

/* Called before one handler alone is reserved: waits while a client reserves several, h among them.
 * A client that comes behind that client on one handler then comes behind it on the next, too: it
 * takes all locks before the first of its queues has a place. */
static inline void conc_handler_await_places(struct conc_handler *h)
{
	/* acquire: pairs with the release in conc_handler_place_all: its exchanges of last */
	if (CONC_LIKELY(load_acquire(&h->order.word) == 0)) return;
	conc_tiny_lock_acquire(&h->order);
	conc_tiny_lock_release(&h->order);
}

/* Appends q, the caller's, to its handler's line. If that was empty the caller has the token. */
void conc_handler_append(struct conc_private_queue *q);
/* The same, if the line is empty and nobody is about to reserve several. Otherwise does nothing and
 * returns false. */
bool conc_handler_append_first(struct conc_private_queue *q);
/* The same, if `last` is still that. Otherwise does nothing and returns false. */
bool conc_handler_append_behind(struct conc_private_queue *q, uintptr_t last);
/* The same for a queue that holds requests and has ended: finds a server for it. */
void conc_handler_append_ended(struct conc_private_queue *q);
/* The same for the queues of several handlers, which may be another client's, in two steps: the
 * first gives all of them their places at once, the second brings the tokens that are free. */
void conc_handler_place_all(struct conc_private_queue **queues, size_t count);
void conc_handler_link_all(struct conc_private_queue **queues, size_t count);
/* Gives the places of a spawned call to it, all at once, and brings the tokens that are free. */
void conc_handler_append_places(struct conc_private_queue **places, size_t count);
/* Its call has run: moves the token of one place on. */
void conc_handler_leave_place(struct conc_private_queue *place);
/* Returns a detached thread that will run `run(frame)`; the caller starts it. */
struct conc_thread *conc_handler_new_thread(void (*run)(void *frame), void *frame, const char *name,
                                            const char *where);
/* CLIENT(q), and q holds requests: makes a server for it. */
void conc_handler_serve(struct conc_private_queue *q);
/* CLIENT(q), and the block has ended: moves the token on. called: something may have changed. heir:
 * set to the client that gets the token if it was parked; null: that client is made ready. */
void conc_handler_end(struct conc_private_queue *q, bool called, struct conc_thread **heir);
/* Gives the token, whose holder is gone, to q. */
void conc_handler_adopt(struct conc_private_queue *q);
/* Takes the handler's server out of the caller's deque, for the caller to run, if it is the newest
 * there and has not started; or null. Does not look into it before: a thief may have it. */
struct conc_thread *conc_handler_take_server(const struct conc_handler *h);
/* Lets ready threads run, and as many of the servers that the caller has left to others. */
void conc_handler_yield(void);
/* Waits until CLIENT(q). */
void conc_handler_await(struct conc_private_queue *q, const char *where);
/* Returns the token's holder; for conc_wait.holder. */
struct conc_thread *conc_handler_holder(const void *handler);

static inline bool conc_private_queue_is_idle(const struct conc_private_queue *q)
{
	/* acquire: pairs with the release that moved the token to the client */
	return (load_acquire(&q->abi.conc_tail) & CONC_TAIL_IDLE) != 0;
}

static inline char *conc_tail_place(uintptr_t tail)
{
	return (char *)(tail & ~(uintptr_t)CONC_TAIL_FLAGS);
}

/* Counts a reservation made by the handler's code. Under its token. */
static inline void conc_handler_count_call(struct conc_handler *handler)
{
	/* relaxed: read under the token, or as a hint */
	store_relaxed(&handler->calls, load_relaxed(&handler->calls) + 1);
}

/* ---- separate.c ---- */

static inline struct conc_private_queue *conc_reserved_queue(const struct conc_abi_reserved *r)
{
	return (struct conc_private_queue *)(void *)r->conc_queue;
}

/* Decides how reserved[i] is obtained. Returns true if it needs a place in its handler's line.
 * nested: as conc_nested. */
bool conc_reserved_prepare(struct conc_abi_reserved *reserved, size_t i, struct conc_thread *self,
                           bool nested);
/* Makes r a reservation of h, of which the caller has the token: all calls are direct. */
void conc_reserved_own(struct conc_abi_reserved *r, struct conc_handler *h, const char *where);
/* Returns the caller's latest reservation of the handler; null: none. */
struct conc_abi_reserved *conc_separate_held(const struct conc_handler *handler);

/* self has left a block to a server: lets others run now and then. */
static inline void conc_separate_left(struct conc_thread *self)
{
	if ((++self->left_blocks & CONC_YIELD_MASK) == 0) conc_handler_yield();
}

/* ---- separate_require.c ---- */

/* Under the token of handler, when something on it may have changed: puts the clients that wait for
 * a condition into line again. */
void conc_require_retry(struct conc_handler *handler);
/* The token has come to a queue of this wait. Returns whether it was the last one. */
bool conc_require_arrived(struct conc_require *require);

/* ---- separate_object.c ---- */

/* Returns the handler of a separate object; stops the program for any other pointer. */
struct conc_handler *conc_handler_of(const volatile void *object, const char *where);
/* The handler has no object left: closes its line, if `last` is this, and frees the handler.
 * Returns false if the line is not closed. */
bool conc_handler_try_reclaim(struct conc_handler *handler, uintptr_t last);
extern conc_edge_cell conc_handlers_edge; /* past of all requests that ran */
/* Waits until all requests to handlers have run, and all that those made. */
void conc_handlers_drain(const char *where);

#endif
