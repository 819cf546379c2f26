/* SPDX-License-Identifier: MIT */
/*
 * separate: handlers, their queues of private queues, and the token.
 *
 * The idea. A handler is a queue of private queues, and a *token*, of which there is one: who has
 * it may touch the handler's objects. The queue of queues is an MCS queue: a client appends its
 * private queue by an exchange of `last`, and whoever comes behind another links itself to that
 * one's `next`. So reserving never waits. The token goes along the line:
 *
 *     NOWHERE ── a client appends q and finds the line empty ──► CLIENT(q)
 *     CLIENT(q) ── the client logs a request, exchange ──► SERVER(q)
 *     SERVER(q) ── the server: all of q is carried out, CAS ──► CLIENT(q)
 *     either, ended ── the ender, if there is a next ──► CLIENT(next) or SERVER(next)
 *     either, ended ── the ender of the last queue, CAS of last ──► NOWHERE
 *     either, ended ── the ender, if the next is about to link ──► LEFT in q->next
 *     LEFT in q->next ── who comes to link behind q ──► CLIENT(next)
 *
 * In CLIENT(q), IDLE is set in q's tail and q's client is synchronised. It alone leaves this state:
 * it logs a request, and then has to find a server, or ends its block, and then is the ender.
 *
 * In SERVER(q), a thread that was made for it runs q's requests; it ends when the token leaves it.
 *
 * LEFT: the ender of q found nobody behind it, but could not close the line either, since somebody
 * has appended itself and has not yet linked. Who comes to link finds it, and has the token and q.
 *
 * There is no thread of a handler: a server is made when there is work, like any task, and while it
 * has not started, a client that synchronises runs it on its own stack (task.c does that for join).
 * So an idle handler is some bytes, and call and query make no switch of threads. It is a thread of
 * its own all the same: locks have it as their owner, not the client.
 *
 * A passive handler is one whose clients log nothing: they wait for the token and run calls
 * themselves. That is a matter of who runs what, not of order, so it may change at any time.
 *
 * Order of a tail's flags in time: 0 → (SYNC) → IDLE → 0 …, END once. docs/protocols/separate.md.
 *
 * Rejected: a parked thread per handler (its stack, two switches for each query, and a report full
 * of idle handlers); a lock per handler for reserving several (tiny_lock only orders the appends of
 * those who reserve several: who reserves one needs none); recording what is synchronised beside
 * the tail (it would be a second word to keep true).
 *
 * Invariants.
 * - One token per handler; what is called "under the token" below is its holder's alone.
 * - A private queue is its client's until END is in its tail, then its server's; a queue whose next
 *   holds LEFT is of who links to it.
 * - What a request does is published by the release that moves the token.
 */
#ifndef CONC_SRC_SEPARATE_H
#define CONC_SRC_SEPARATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "atomic.h"
#include "conc/abi_separate.h"
#include "conc/thread.h"
#include "processor.h"
#include "thread.h"

struct conc_chunk;
struct conc_require;
struct conc_require_entry;

/* Low bits of a tail; the rest is the end of what is logged. */
enum {
	CONC_TAIL_IDLE = CONC_ABI_IDLE,
	CONC_TAIL_SYNC = 2, /* the client is parked, or about to be, until IDLE */
	CONC_TAIL_END = 4,  /* the block has ended */
	CONC_TAIL_FLAGS = 7,
	CONC_TAIL_CLOSED = CONC_TAIL_END, /* a kept queue: no more can be added; END at no place */
};

/* In `next`, in the place of a queue. */
#define CONC_QUEUE_LEFT ((uintptr_t)1)

enum {
	CONC_PRIVATE_BYTES = 256, /* a private queue and its first requests */
	CONC_JUMP_BYTES = 32, /* kept free at the end of each stretch, for the request that jumps */
	CONC_PRIVATE_BATCH = 32, /* queues moved between a processor and the common list at once */
	CONC_PRIVATE_KEEP = 3 * CONC_PRIVATE_BATCH, /* free ones of a processor, at most */
	CONC_OPERANDS_MAX = 32,                     /* of one statement */
	CONC_YIELD_MASK = 63, /* every 64th block that is left to a server lets others run */
};

struct conc_private_queue {
	struct conc_abi_queue abi;    /* the client; tail: client and token */
	struct conc_handler *handler; /* fixed while it is in use */
	struct conc_thread *client;   /* the same: who is to be woken */
	struct conc_require *require; /* it waits for a condition; null, also while it is free */
	char *read;                   /* under the token: the next request */
	struct conc_chunk *chunk; /* the stretch that read is in, or null: its own; the token; null
	                             while it is free */
	uintptr_t next;           /* atomic: who comes behind: null, LEFT, or the queue */
	struct conc_private_queue *before; /* who appends it: whom it comes behind */
	uint32_t kept;                     /* atomic: enum conc_kept */
	uint32_t calls; /* its client: how many it has logged since it is in line */
#if CONC_RACES
	uint64_t synced; /* its client has had the handler's past, and logged nothing since */
#endif
	_Alignas(CONC_ABI_REQUEST_ALIGN) char first[];
};

/* A thread that makes block after block of one call on one handler keeps its queue
 * (separate_only.c). It has ended (END) all the time it is in line, and may be added to while it is
 * the last:
 *
 *     DONE ──client: appends──► IN_LINE ──who takes the token on from it──► DONE
 *      │                           │ its thread ends
 *      ▼ its thread ends           ▼
 *     freed ◄── the same ──── ORPHAN
 */
enum conc_kept {
	CONC_KEPT_NOT, /* freed when it has been carried out */
	CONC_KEPT_IN_LINE,
	CONC_KEPT_DONE, /* its client's to use again */
	CONC_KEPT_ORPHAN,
};

struct conc_handler {
	struct conc_private_queue *last; /* atomic: whom the next one comes behind; null: nobody */
	struct conc_private_queue *work; /* what the server that was made last begins with */
	struct conc_thread *owner;       /* atomic, for the report: whose the token is; or null */
	struct conc_require_entry
	        *requires; /* under the token: who waits for a condition, by ticket */
	size_t objects;    /* atomic: that live on it */
	uint64_t calls;    /* atomic: under the token: reservations that its code has made */
	uint64_t number;   /* fixed: the order in which several are locked */
	bool passive;      /* atomic: under the token */
	struct conc_tiny_lock order; /* appends of those who reserve several */
	const char *type;            /* of its first object */
	const char *where;
	struct conc_handler *next, *previous; /* all handlers; under their lock */
	conc_edge_cell edge;                  /* of who had the token and used it */
};

/* Stands right before a separate object. */
struct conc_separate_header {
	void *memory; /* from malloc */
	struct conc_handler *handler;
	uint64_t unused;
	uint64_t magic;
};

#define CONC_SEPARATE_LIVE UINT64_C(0x5e9a7a7ec0cc11fe)
#define CONC_SEPARATE_DEAD UINT64_C(0x5e9a7a7ec0ccdead)

/* Operations in the report. */
extern const char conc_separate_query[], conc_separate_condition[];

/* ---- separate_queue.c ---- */

/* The processor's free ones have run out, or are too many. */
struct conc_private_queue *conc_private_queue_new_slow(struct conc_processor *p);
void conc_private_queues_give_back(struct conc_processor *p);
/* Frees the stretch it is in, and makes its own what it writes to. */
void conc_private_queue_shrink(struct conc_private_queue *q);

/* An empty one for a client that is self, whom p, the caller's, runs; its tail is its beginning,
 * without flags. */
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
#if CONC_RACES
	q->synced = false;
#endif
	return q;
}

/* For the sanitizer: whether q's client has what the handler did, and may have changed it. */
static inline void conc_private_queue_syncs(struct conc_private_queue *q, bool is)
{
#if CONC_RACES
	if (is && q->handler) conc_edge_to(&q->handler->edge);
	if (!is && q->synced) conc_edge_from(&q->handler->edge);
	q->synced = is;
#endif
	(void)q, (void)is;
}

/* Everything in it was carried out. p: the caller's. */
static inline void conc_private_queue_free(struct conc_processor *p, struct conc_private_queue *q)
{
	if (CONC_UNLIKELY(q->chunk != NULL)) conc_private_queue_shrink(q);
	q->before = p->privates;
	p->privates = q;
	if (CONC_UNLIKELY(++p->private_count > CONC_PRIVATE_KEEP)) conc_private_queues_give_back(p);
}

/* Idle: what it had can be written over. Its client, who has the token. */
void conc_private_queue_rewind(struct conc_private_queue *q);
/* Room for size bytes behind what is logged. Its client. */
char *conc_private_queue_grow(struct conc_private_queue *q, size_t size);
/* For fork's child. */
void conc_private_queues_reset(void);

/* ---- separate_only.c ---- */

/* The token has gone on from a queue that is kept. */
void conc_kept_done(struct conc_private_queue *q);
/* Its thread ends. */
void conc_kept_leave(struct conc_thread *self);

/* What becomes of a queue from which the token has gone on. */
static inline void conc_private_queue_done(struct conc_private_queue *q)
{
	/* relaxed: fixed, but for IN_LINE → ORPHAN, while it is in line */
	if (CONC_UNLIKELY(load_relaxed(&q->kept) != CONC_KEPT_NOT)) conc_kept_done(q);
	else conc_private_queue_free(conc_processor_current(), q);
}

/* ---- separate_handler.c: the token ---- */

/* Appends q, the caller's, to its handler's line: the token is the caller's if nobody was there. */
void conc_handler_append(struct conc_private_queue *q);
/* The same for a queue in which requests are logged and which has ended: a server is found for it.
 */
void conc_handler_append_ended(struct conc_private_queue *q);
/* The same for several, of several handlers, which may be somebody else's, in two steps: the first
 * gives all of them their places at once, the second brings the tokens that are there. */
void conc_handler_place_all(struct conc_private_queue **queues, size_t count);
void conc_handler_link_all(struct conc_private_queue **queues, size_t count);
/* CLIENT(q), and something was logged: finds a server. */
void conc_handler_serve(struct conc_private_queue *q);
/* CLIENT(q) and the block has ended: the token goes on. called: something may have changed. heir:
 * gets the client to whom it goes, if that was parked; null: that one is made ready. */
void conc_handler_end(struct conc_private_queue *q, bool called, struct conc_thread **heir);
/* The token was another's who is gone: it is q's. */
void conc_handler_adopt(struct conc_private_queue *q);
/* The handler's server, if it has not started and is the newest of the caller's processor: it is
 * then the caller's to run. It is not looked at before, since a thief may have it. */
struct conc_thread *conc_handler_take_server(const struct conc_handler *h);
/* Lets what is ready run, and as many of the servers that the caller has left to others. */
void conc_handler_give_way(void);
/* Waits until CLIENT(q). */
void conc_handler_await(struct conc_private_queue *q, const char *where);
/* For conc_wait.holder: who has the token. */
struct conc_thread *conc_handler_holder(const void *handler);

static inline bool conc_private_queue_is_idle(const struct conc_private_queue *q)
{
	/* acquire: pairs with the release of whoever moved the token to the client */
	return (load_acquire(&q->abi.conc_tail) & CONC_TAIL_IDLE) != 0;
}

static inline char *conc_tail_place(uintptr_t tail)
{
	return (char *)(tail & ~(uintptr_t)CONC_TAIL_FLAGS);
}

/* Under its token: its code has reserved something. */
static inline void conc_handler_count_call(struct conc_handler *handler)
{
	/* relaxed: read under the token, or as a hint */
	store_relaxed(&handler->calls, load_relaxed(&handler->calls) + 1);
}

/* ---- separate.c ---- */

/* The caller's reservation of the handler, the latest; null: none. */
struct conc_abi_reserved *conc_separate_held(const struct conc_handler *handler);

/* self has left a block to a server: now and then lets others run. */
static inline void conc_separate_left(struct conc_thread *self)
{
	if ((++self->logged & CONC_YIELD_MASK) == 0) conc_handler_give_way();
}

/* ---- separate_require.c ---- */

/* Under the token of handler: something on it may have changed: those who wait for a condition get
 * in line again. */
void conc_require_retry(struct conc_handler *handler);
/* The token has come to a queue of one of them. True: the last one. */
bool conc_require_arrived(struct conc_require *require);

/* ---- separate_object.c ---- */

/* The handler of a separate object; stops for anything else. */
struct conc_handler *conc_handler_of(const volatile void *object, const char *where);
/* The handler has no object left, and its line is about to be closed. True: it was closed, and the
 * handler is gone. */
bool conc_handler_try_bury(struct conc_handler *handler, struct conc_private_queue *last);
extern conc_edge_cell conc_handlers_edge; /* what all of them have carried out */
/* Returns when all that handlers were asked to do has been done, and what that asked. */
void conc_handlers_settle(const char *where);
/* In fork's child, of which self (null: none) is the only thread. */
void conc_handlers_forget_others(struct conc_thread *self);

#endif
