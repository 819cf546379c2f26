/* SPDX-License-Identifier: MIT */
/*
 * channel: shared by the channel's files. The protocol is in docs/protocols/channel.md.
 *
 * The idea. A channel has two sides that work at the same time: senders own the tail of the buffer,
 * receivers its head. Each side has a lock and a record that its own threads write. A side looks at
 * the other side's record only when its own copy says that the buffer is full or empty. So a
 * buffered send takes one lock and a receive takes the other. Everything else (waiting, closing,
 * handing an element over directly) happens under the senders' lock, with the receivers' lock
 * inside it if the head is touched.
 *
 * Rejected: copying small elements out of the buffer a cache line at a time, so that a sender does
 * not write into the line that a receiver reads (measured: no gain on two processors, a loss of 0.4
 * ns on one); one lock (a producer and a consumer on two processors then take turns); lock-free
 * queues of slots with sequence numbers (two locked instructions per operation, and closing,
 * waiting in order and completing a waiting partner still need a lock); guard.h (its word keeps one
 * FIFO, and leaving it costs a locked instruction).
 *
 * Invariants.
 * - The buffer holds in.count - out.count elements, 0 to capacity. Only the holder of the senders'
 *   lock raises in.count, so a holder that sees the buffer empty keeps it empty. Only the holder of
 *   the receivers' lock raises out.count.
 * - While an enlisted receiver can be claimed, the buffer is empty; while an enlisted sender can be
 *   claimed, it is full. (A clause that was passed by while its selection was closed enlists again
 *   after it has opened the selection, so partners owe it nothing.)
 * - If side.limit != side.count, the next operation needs only this record. While a thread waits on
 *   the other side, limit is count; likewise in.limit after a close and out.limit after a shutdown.
 *   So one comparison decides between the fast and the slow path.
 * - An observer (waitset.c) stands among the receivers, with mode OBSERVE. No element is handed to
 *   it, and a flush passes it by. It is there only while a receive would find nothing. The send
 *   that changes this claims it, after its element is in the buffer or its waiter in the FIFO.
 * - The senders' lock protects both FIFOs; out.flags changes under both locks.
 * - Partners are completed outside the locks.
 */
#ifndef CONC_SRC_CHANNEL_H
#define CONC_SRC_CHANNEL_H

#include <string.h>

#include "conc/channel.h"
#include "kernel/edge.h"
#include "kernel/biased_lock.h"
#include "kernel/waiting.h"

/* Inlined even if the compiler finds it too long: the size is then a constant. */
#define conc_inlined static inline __attribute__((always_inline))

enum conc_channel_flags {
	CONC_CHANNEL_CLOSED = 1,    /* in.flags: nothing can be sent */
	CONC_CHANNEL_SHUT = 2,      /* both: only try_receive gets the rest */
	CONC_CHANNEL_SENDERS = 4,   /* out.flags, look: a sender may wait */
	CONC_CHANNEL_RECEIVERS = 8, /* look: a receiver may wait */
};

/* Modes of waiters. */
enum { CONC_CHANNEL_SEND, CONC_CHANNEL_RECEIVE, CONC_CHANNEL_OBSERVE };

conc_inlined void conc_channel_copy(void *to, const void *from, size_t size)
{
	if (size == 1) memcpy(to, from, 1); /* the common sizes need no call */
	else if (size == 2) memcpy(to, from, 2);
	else if (size == 4) memcpy(to, from, 4);
	else if (size == 8) memcpy(to, from, 8);
	else if (size == 16) memcpy(to, from, 16);
	else memcpy(to, from, size);
}

/* Moves to the next place of the buffer. */
conc_inlined void conc_channel_advance(struct conc_abi_channel_side *s, size_t size)
{
	char *next = s->conc_next + size;

	s->conc_next = next == s->conc_end ? s->conc_first : next;
}

/* For a race detector: each place of the buffer hands the past of the thread that sent through it
 * to the thread that received, and that thread's past to the next sender. If a partner puts the
 * element of a waiting sender there, the sender's past comes in a token. The places follow the
 * buffer in memory. */
#if CONC_EDGES
struct conc_channel_place {
	conc_edge_cell edge;
	void *token; /* or null */
};
enum { CONC_CHANNEL_PLACE = sizeof(struct conc_channel_place) };

static inline struct conc_channel_place *conc_channel_place(const struct conc_abi_channel_side *s,
                                                            size_t size)
{
	size_t i = size ? (size_t)(s->conc_next - s->conc_first) / size : 0;
	size_t bytes = (size_t)(s->conc_end - s->conc_first);

	bytes = (bytes + CONC_CACHE_LINE) / CONC_CACHE_LINE * CONC_CACHE_LINE;
	return (struct conc_channel_place *)(void *)(s->conc_first + bytes) + i;
}

/* Passes the edges of an operation by the caller on the side's next place. */
static inline void conc_channel_pass(const struct conc_abi_channel_side *s, size_t size)
{
	struct conc_channel_place *place = conc_channel_place(s, size);

	conc_edge_to(&place->edge);
	conc_edge_take(place->token);
	place->token = NULL;
	conc_edge_only_from(&place->edge);
}

static inline void conc_channel_no_past(char *buffer, size_t bytes, size_t places)
{
	buffer += (bytes + CONC_CACHE_LINE) / CONC_CACHE_LINE * CONC_CACHE_LINE;
	memset(buffer, 0, places * CONC_CHANNEL_PLACE);
}

/* Keeps the caller's present past in w, which is about to wait. */
static inline void conc_channel_remember(struct conc_waiter *w)
{
	w->since = (uint64_t)(uintptr_t)conc_edge_token((void *)(uintptr_t)w->since);
}

static inline void *conc_channel_token(struct conc_waiter *w)
{
	void *token = (void *)(uintptr_t)w->since;

	w->since = 0;
	return token;
}

static inline void conc_channel_forget(struct conc_waiter *w)
{
	if (w->since) conc_edge_drop(conc_channel_token(w));
}

/* Hands w's past to the next place, into which the caller puts w's element. */
static inline void conc_channel_put_for(const struct conc_abi_channel_side *s, size_t size,
                                        struct conc_waiter *w)
{
	conc_channel_place(s, size)->token = conc_channel_token(w);
}

/* Passes the edges of a direct exchange with w: as if through the buffer, if there is one. */
void conc_channel_met(struct conc_channel *c, struct conc_waiter *w);
#else
enum { CONC_CHANNEL_PLACE = 0 };
#define conc_channel_pass(s, size) ((void)(s), (void)(size))
#define conc_channel_no_past(buffer, bytes, places) ((void)(buffer), (void)(bytes), (void)(places))
#define conc_channel_remember(w) ((void)(w))
#define conc_channel_forget(w) ((void)(w))
#define conc_channel_put_for(s, size, w) ((void)(s), (void)(size), (void)(w))
#define conc_channel_met(c, w) ((void)(c), (void)(w))
#endif

/* Puts an element, under both locks or, if there is certainly room, under the senders' alone.
 * waiter: the element's owner; null: the caller. */
conc_inlined void conc_channel_put(struct conc_channel *c, const void *slot, size_t size,
                                   struct conc_waiter *waiter)
{
	struct conc_abi_channel_side *in = &c->conc_in;

	conc_channel_pass(in, size);
	if (waiter) conc_channel_put_for(in, size, waiter);
	conc_channel_copy(in->conc_next, slot, size);
	conc_channel_advance(in, size);
	/* release: publishes the element to the receivers' load of count */
	store_release(&in->conc_count, in->conc_count + 1);
}

/* Takes the first element, which must exist, under the receivers' lock. */
conc_inlined void conc_channel_get(struct conc_channel *c, void *slot, size_t size)
{
	struct conc_abi_channel_side *out = &c->conc_out;

	conc_channel_pass(out, size);
	conc_channel_copy(slot, out->conc_next, size);
	conc_channel_advance(out, size);
	/* release: the place has been read; pairs with the senders' load of count */
	store_release(&out->conc_count, out->conc_count + 1);
}

/* ---- channel_core.c: one operation, inside the senders' lock ----
 *
 * CONC_ENLIST_DONE: w's operation is over, w->result says how (DONE, CLOSED), and w is in no FIFO;
 * *partner, if not null, is a ring of waiters to complete outside the lock. CONC_ENLIST_GONE:
 * another clause of w's selection has been claimed. CONC_ENLIST_QUEUED: the operation cannot take
 * place now; with queue, w is in the FIFO. p: the caller's processor. drain: takes what a channel
 * that was shut down still has. */
int conc_channel_send_core(struct conc_channel *c, struct conc_waiter *w, struct conc_processor *p,
                           bool queue, struct conc_waiter **partner);
int conc_channel_receive_core(struct conc_channel *c, struct conc_waiter *w,
                              struct conc_processor *p, bool queue, bool drain,
                              struct conc_waiter **partner);

/* Under both locks: lets waiting senders fill the buffer. Returns the ring of those to complete. */
struct conc_waiter *conc_channel_refill(struct conc_channel *c);

/* Updates conc_look, for threads that look without a lock. Under the senders' lock. */
static inline void conc_channel_update_look(struct conc_channel *c)
{
	uint32_t look = c->conc_in.conc_flags | (c->conc_wait_in ? CONC_CHANNEL_SENDERS : 0) |
	                (c->conc_wait_out ? CONC_CHANNEL_RECEIVERS : 0);

	/* relaxed: a hint */
	if (load_relaxed(&c->conc_look) != look) store_relaxed(&c->conc_look, look);
}

/* For an observer, which takes nothing: DONE, with the result that a receive would have, if that
 * would not wait. Else QUEUED, among the receivers: the next send, or close, completes it. */
int conc_channel_observe_core(struct conc_channel *c, struct conc_waiter *w);

/* Takes w out of the FIFO. Returns whether it was queued. */
bool conc_channel_take_back(struct conc_channel *c, struct conc_waiter *w);

/* Makes the buffer if there is none. Called without the locks. */
void conc_channel_prepare(struct conc_channel *c, const char *where);

static inline bool conc_channel_needs_buffer(const struct conc_channel *c)
{
	/* relaxed: a thread that finds none looks again inside the lock */
	return CONC_UNLIKELY(!load_relaxed(&c->conc_in.conc_first)) && c->conc_capacity != 0;
}

void conc_channel_null(const char *where) __attribute__((noreturn, cold));

/* With CONC_STATS=1: registers c, if it is static and may never end, to be printed at exit. */
void conc_channel_first_used(const struct conc_channel *c);

/* Sets the element size at first use. Called first by all but the fast paths, last by clauses. */
static inline void conc_channel_set_size(struct conc_channel *c, size_t size, const char *where)
{
	if (CONC_UNLIKELY(!c)) conc_channel_null(where);
	/* relaxed: after the first store always the same value */
	if (load_relaxed(&c->conc_size) == size) return;
	store_relaxed(&c->conc_size, size);
	conc_channel_first_used(c);
}

extern const struct conc_selectable conc_channel_sender_selectable;
extern const struct conc_selectable conc_channel_receiver_selectable;

#endif
