/* SPDX-License-Identifier: MIT */
/*
 * channel: what its files share; the protocol is docs/protocols/channel.md.
 *
 * The idea. A channel has two sides that work at the same time: senders own the tail of the
 * buffer, receivers its head. Each side has a lock and a record that its own threads write; it
 * looks at the other's only when its own copy says that the buffer is full or empty. So a
 * buffered send and a receive each take one lock, and not the same. Everything else (waiting,
 * closing, an element from hand to hand) happens under the senders' lock, and the receivers'
 * inside it where the head is touched.
 *
 * Rejected: copying small elements out of the buffer a cache line at a time, so that a sender does
 * not write into the line that a receiver reads (measured: no gain on two processors, 0.4 ns
 * lost on one); one lock (a producer and a consumer on two processors then take turns); lock-free
 * queues of slots with sequence numbers (two locked instructions per operation and no way to
 * close, to wait in order, or to complete a partner that waits, without a lock beside them);
 * guard.h (its word keeps one FIFO, and leaving it costs a locked instruction).
 *
 * Invariants.
 * - in.count - out.count elements are in the buffer, 0 to capacity. Only who holds the senders'
 *   lock raises in.count (so who holds it and sees the buffer empty keeps it empty), and only
 *   who holds the receivers' lock raises out.count.
 * - A receiver that is enlisted and can be claimed: the buffer is empty. A sender likewise: it
 *   is full. (Clauses that were passed by while their race was closed enlist again after they
 *   have opened it, so nothing is owed to them.)
 * - side.limit != side.count: the next operation may take place without a look at anything but
 *   this record. While the other side has somebody waiting, or the channel is closed, limit is
 *   count. So one comparison decides between the fast and the slow path.
 * - The FIFOs are the senders' lock's; out.flags changes under both.
 * - Partners are completed outside the locks.
 */
#ifndef CONC_SRC_CHANNEL_H
#define CONC_SRC_CHANNEL_H

#include <string.h>

#include "conc/channel.h"
#include "edge.h"
#include "side.h"
#include "waiting.h"

/* Also where the compiler thinks it too long: the size is a constant then. */
#define conc_inlined static inline __attribute__((always_inline))

enum conc_channel_flags {
	CONC_CHANNEL_CLOSED = 1,    /* in.flags: nothing can be sent */
	CONC_CHANNEL_SHUT = 2,      /* both: only try_receive gets what is left */
	CONC_CHANNEL_SENDERS = 4,   /* out.flags, look: a sender may wait */
	CONC_CHANNEL_RECEIVERS = 8, /* look: a receiver may wait */
};

/* Modes of waiters. */
enum { CONC_CHANNEL_SEND, CONC_CHANNEL_RECEIVE };

conc_inlined void conc_channel_copy(void *to, const void *from, size_t size)
{
	switch (size) { /* most often: without a call */
	case 1:
		memcpy(to, from, 1);
		break;
	case 2:
		memcpy(to, from, 2);
		break;
	case 4:
		memcpy(to, from, 4);
		break;
	case 8:
		memcpy(to, from, 8);
		break;
	case 16:
		memcpy(to, from, 16);
		break;
	default:
		memcpy(to, from, size);
	}
}

/* The next place of the buffer. */
conc_inlined void conc_side_advance(struct conc_abi_side *s, size_t size)
{
	char *next = s->conc_next + size;

	s->conc_next = next == s->conc_end ? s->conc_first : next;
}

/* For the sanitizer: each place of the buffer hands a past from who sent through it to who
 * received, and from that one to the next who sends through it. An element that another put there,
 * for a sender that waited, brings that one's past in a token. The places stand behind the buffer.
 */
#if CONC_RACES
struct conc_channel_place {
	conc_edge_cell edge;
	void *token; /* or null */
};
enum { CONC_CHANNEL_PLACE = sizeof(struct conc_channel_place) };

static inline struct conc_channel_place *conc_channel_place(const struct conc_abi_side *s,
                                                            size_t size)
{
	size_t i = size ? (size_t)(s->conc_next - s->conc_first) / size : 0;
	size_t bytes = (size_t)(s->conc_end - s->conc_first);

	bytes = (bytes + CONC_CACHE_LINE) / CONC_CACHE_LINE * CONC_CACHE_LINE;
	return (struct conc_channel_place *)(void *)(s->conc_first + bytes) + i;
}

/* The caller operates on the next place of the side. */
static inline void conc_channel_pass(const struct conc_abi_side *s, size_t size)
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

/* The past of w, which waits, as it is now. */
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

/* w's element has been put into the next place for it. */
static inline void conc_channel_put_for(const struct conc_abi_side *s, size_t size,
                                        struct conc_waiter *w)
{
	conc_channel_place(s, size)->token = conc_channel_token(w);
}

/* The caller's element is w's, or w's the caller's: as if through the buffer, if there is one. */
void conc_channel_met(struct conc_channel *c, struct conc_waiter *w);
#else
enum { CONC_CHANNEL_PLACE = 0 };
static inline void conc_channel_pass(const struct conc_abi_side *s, size_t size)
{
	(void)s, (void)size;
}
static inline void conc_channel_no_past(char *buffer, size_t bytes, size_t places)
{
	(void)buffer, (void)bytes, (void)places;
}
static inline void conc_channel_remember(struct conc_waiter *w)
{
	(void)w;
}
static inline void conc_channel_forget(struct conc_waiter *w)
{
	(void)w;
}
static inline void conc_channel_put_for(const struct conc_abi_side *s, size_t size,
                                        struct conc_waiter *w)
{
	(void)s, (void)size, (void)w;
}
static inline void conc_channel_met(struct conc_channel *c, struct conc_waiter *w)
{
	(void)c, (void)w;
}
#endif

/* Inside both locks, or the senders' alone while the sender may be sure of its room. waiter: whose
 * element it is; null: the caller's. */
conc_inlined void conc_channel_put(struct conc_channel *c, const void *slot, size_t size,
                                   struct conc_waiter *waiter)
{
	struct conc_abi_side *in = &c->conc_in;

	conc_channel_pass(in, size);
	if (waiter) conc_channel_put_for(in, size, waiter);
	conc_channel_copy(in->conc_next, slot, size);
	conc_side_advance(in, size);
	/* release: publishes the element to the receivers' load of count */
	store_release(&in->conc_count, in->conc_count + 1);
}

/* Inside the receivers' lock; there is an element. */
conc_inlined void conc_channel_get(struct conc_channel *c, void *slot, size_t size)
{
	struct conc_abi_side *out = &c->conc_out;

	conc_channel_pass(out, size);
	conc_channel_copy(slot, out->conc_next, size);
	conc_side_advance(out, size);
	/* release: the place has been read; pairs with the senders' load of count */
	store_release(&out->conc_count, out->conc_count + 1);
}

/* ---- channel_core.c: one operation, inside the senders' lock ----
 *
 * CONC_ENLIST_DONE: w's operation is over, w->result says how (DONE, CLOSED), and w is in no
 * FIFO; *partner, if not null, is to be completed outside the lock. CONC_ENLIST_GONE: w's race
 * is gone to another clause. CONC_ENLIST_QUEUED: it cannot take place now; with queue, w is in
 * the FIFO. p: the caller's. drain: takes what a shut channel has left. */
int conc_channel_send_core(struct conc_channel *c, struct conc_waiter *w, struct conc_processor *p,
                           bool queue, struct conc_waiter **partner);
int conc_channel_receive_core(struct conc_channel *c, struct conc_waiter *w,
                              struct conc_processor *p, bool queue, bool drain,
                              struct conc_waiter **partner);

/* Inside both locks: lets senders that wait fill the buffer; yields the ring of those that are
 * to be completed. */
struct conc_waiter *conc_channel_refill(struct conc_channel *c);

/* Inside the senders' lock, before it is left: tells those who look without a lock. */
static inline void conc_channel_tell(struct conc_channel *c)
{
	uint32_t look = c->conc_in.conc_flags | (c->conc_wait_in ? CONC_CHANNEL_SENDERS : 0) |
	                (c->conc_wait_out ? CONC_CHANNEL_RECEIVERS : 0);

	/* relaxed: a hint */
	if (load_relaxed(&c->conc_look) != look) store_relaxed(&c->conc_look, look);
}

/* Takes w out if it is queued, and says whether it was. */
bool conc_channel_take_back(struct conc_channel *c, struct conc_waiter *w);

/* Makes the buffer if there is none. Outside the locks. */
void conc_channel_prepare(struct conc_channel *c, const char *where);

static inline bool conc_channel_needs_buffer(const struct conc_channel *c)
{
	/* relaxed: who finds none looks again inside the lock */
	return CONC_UNLIKELY(!load_relaxed(&c->conc_in.conc_first)) && c->conc_capacity != 0;
}

void conc_channel_null(const char *where) __attribute__((noreturn, cold));

/* CONC_STATS=1: a channel that may never end is printed when the program does. */
void conc_channel_first_used(const struct conc_channel *c);

/* The first thing that everything but the fast paths does; a clause does it last. */
static inline void conc_channel_set_size(struct conc_channel *c, size_t size, const char *where)
{
	if (CONC_UNLIKELY(!c)) conc_channel_null(where);
	/* relaxed: always the same value, but for the first */
	if (load_relaxed(&c->conc_size) == size) return;
	store_relaxed(&c->conc_size, size);
	conc_channel_first_used(c);
}

extern const struct conc_selectable conc_channel_sender_selectable;
extern const struct conc_selectable conc_channel_receiver_selectable;

#endif
