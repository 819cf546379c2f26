/* SPDX-License-Identifier: MIT */
/*
 * separate: blocks of one call (conc_single_call_…), such as separate (c) { increment(c); }
 *
 * The idea. The request is in the queue, and the queue has ended, before it is appended: one
 * exchange of `last` reserves, logs and ends. A thread that makes such blocks on one handler again
 * and again caches its queue, a whole chunk of memory. While the queue is the last in line and has
 * not been run, the next request is added to it by a CAS of its tail. The reservation then takes
 * place where `last` is read: no queue was behind this one, so the new block comes next. Requests
 * of many blocks lie side by side, which is what counts when they travel to another processor.
 *
 *     client:  last == q?  request at the tail; CAS tail: place|END → next|END
 *     server:  all up to the tail has run; CAS tail: place|END → CLOSED; the token goes on; DONE
 *
 * The two CAS expect the same value, so either the server sees the request, or the client sees that
 * it came too late, and appends a queue as usual. Only the client makes CLOSED a place again, when
 * the queue is DONE, so the value that it expects cannot have come back.
 *
 * Conditions are tried, and other clients served, when a queue has ended: so a queue takes no more
 * than 64 calls while it is in line.
 *
 * Rejected: freeing the queue when it is closed and looking at a pointer to it that may be
 * another's (the values may be the same again); caching a queue for any block (its client may have
 * to wait for its turn in the middle of it).
 */
#include <string.h>

#include "kernel/chunk.h"
#include "kernel/signal_handler.h"
#include "separate.h"

enum {
	OWN_ROOM = CONC_PRIVATE_BYTES - CONC_JUMP_BYTES - sizeof(struct conc_private_queue),
	CALLS_MAX = 64,
	TURNS = 64,
};

/* ---- the cached queue ---- */

static void free_cached(struct conc_private_queue *q)
{
	conc_chunk_free(conc_processor_current(), (struct conc_chunk *)(void *)q - 1);
}

/* The thread ends: gives up its cached queue. */
static void leave_cached(struct conc_thread *self)
{
	struct conc_private_queue *q = self->cached_queue;

	self->cached_queue = NULL;
	self->last_handler = NULL;
	/* acq_rel: as in conc_cached_queue_done, with the roles changed */
	if (exchange_acq_rel(&q->cache, CONC_CACHE_ORPHAN) != CONC_CACHE_IN_LINE) free_cached(q);
}

static struct conc_private_queue *new_cached(struct conc_processor *p, struct conc_thread *self)
{
	struct conc_chunk *chunk = conc_chunk_new(p);
	struct conc_private_queue *q = (void *)conc_chunk_data(chunk);

	*q = (struct conc_private_queue){.client = self};
	q->abi.conc_limit = conc_chunk_limit(chunk);
	/* relaxed: the thread itself reads it at its end; others write the same */
	store_relaxed(&conc_cached_queue_hook, leave_cached);
	return self->cached_queue = q;
}

void conc_cached_queue_done(struct conc_private_queue *q)
{
	/* release: pairs with the acquire in find_queue: no thread uses q any more; acquire: q's
	 * thread has ended */
	if (exchange_acq_rel(&q->cache, CONC_CACHE_DONE) == CONC_CACHE_ORPHAN) free_cached(q);
}

/* ---- the block ---- */

static struct conc_private_queue *use_cached(struct conc_private_queue *q, struct conc_handler *h)
{
	q->abi.conc_write = q->read = q->first;
	q->handler = h;
	q->calls = 0;
	/* relaxed: published by the exchange that appends it */
	store_relaxed(&q->next, 0);
	return q;
}

/* The cached queue is still in line, with others behind it, or full. Lets others run, so that lines
 * and memory stay in proportion to the number of clients; but only for a while: a request may wait
 * for this client. Returns whether the queue has run. */
static __attribute__((noinline)) bool catch_up(const struct conc_private_queue *q,
                                               const struct conc_thread *self)
{
	if (self->spin_held) return false;
	for (int turn = 0; turn < TURNS; turn++) {
		/* the server first, if it is at hand: others may only wait for it, too */
		struct conc_thread *server = conc_handler_take_server(q->handler);
		if (server) conc_processor_hand_over(server);
		else conc_yield();
		/* acquire: pairs with conc_cached_queue_done */
		if (load_acquire(&q->cache) != CONC_CACHE_IN_LINE) return true;
	}
	return false;
}

/* Returns the queue for the call: the cached one, in line or not, or a new one. */
static struct conc_private_queue *find_queue(struct conc_processor *p, struct conc_thread *self,
                                             struct conc_handler *h, size_t size)
{
	struct conc_private_queue *q = self->cached_queue;

	if (q) {
		/* acquire: pairs with conc_cached_queue_done */
		if (load_acquire(&q->cache) != CONC_CACHE_IN_LINE) return use_cached(q, h);
		conc_handler_await_places(h);
		/* relaxed: this is the moment of the reservation; the CAS has the order */
		if (load_relaxed(&h->last) == ((uintptr_t)q | CONC_LAST_ENDED) &&
		    q->calls < CALLS_MAX && size <= (size_t)(q->abi.conc_limit - q->abi.conc_write))
			return q;
		if (q->handler == h && catch_up(q, self)) return use_cached(q, h);
		p = conc_processor_current();
	} else if (self->last_handler == h) {
		return use_cached(new_cached(p, self), h);
	}
	self->last_handler = h;
	return conc_private_queue_new(p, self, h);
}

char *conc_abi_single_call_begin(const volatile void *object, size_t size, const char *where)
{
	struct conc_processor *p = conc_processor_get();
	struct conc_thread *self = p->current;
	struct conc_handler *h = conc_handler_of(object, where);
	struct conc_private_queue *q;

	/* relaxed: it decides which thread runs the calls, not their order */
	if (CONC_RACES || self->reserved || self->handler == h || load_relaxed(&h->passive) ||
	    size > OWN_ROOM)
		return NULL;
	conc_signal_handler_check(self, where, "separate");
	conc_operation_on(h, CHANGES, "reserves");
	p = conc_processor_current();
	if (self->handler) conc_handler_count_call(self->handler);
	q = find_queue(p, self, h, size);
	self->open_queue = q;
	conc_edge_fresh(q->abi.conc_write, size);
	return q->abi.conc_write;
}

static void single_call_append(struct conc_private_queue *q, size_t size)
{
	conc_edge_from(q->abi.conc_write); /* taken by the thread that runs the request */
	q->abi.conc_write += size;
	q->calls = 1;
	/* relaxed: published by the exchange that appends it */
	store_relaxed(&q->abi.conc_tail, (uintptr_t)q->abi.conc_write | CONC_TAIL_END);
	conc_handler_append_ended(q);
}

/* Adds the request, which is written behind the others, to the cached queue in line. */
static void single_call_add(struct conc_private_queue *q, struct conc_thread *self, size_t size)
{
	char *place = q->abi.conc_write;
	uintptr_t tail = (uintptr_t)place | CONC_TAIL_END;
	struct conc_private_queue *other;

	conc_edge_from(place); /* as above */
	/* release: publishes the request to the server. Fails if the server has closed the queue */
	if (CONC_LIKELY(cas_acq_rel(&q->abi.conc_tail, &tail, tail + size))) {
		q->abi.conc_write += size;
		q->calls++;
		return;
	}
	other = conc_private_queue_new(conc_processor_current(), self, q->handler);
	memcpy(other->first, place, size);
	conc_edge_fresh(other->first, size);
	single_call_append(other, size);
}

void conc_abi_single_call_end(size_t size)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_private_queue *q = self->open_queue;

	if (q != self->cached_queue) {
		single_call_append(q, size);
	} else if (q->calls > 0) {
		single_call_add(q, self, size);
	} else {
		/* relaxed: published by the exchange that appends it */
		store_relaxed(&q->cache, CONC_CACHE_IN_LINE);
		single_call_append(q, size);
	}
	conc_separate_left(self);
}
