/* SPDX-License-Identifier: MIT */
/* channel_core: sends and receives that need more than their own side: they wait, complete a
 * waiting partner, or fail. The idea is in channel.h. */
#include <stdint.h>
#include <stdlib.h>

#include "channel.h"
#include "port/layout.h"
#include "port/stop.h"

CONC_LAYOUT(channel_layout) = {
        CONC_LAYOUT_AT(channel, conc_capacity),       CONC_LAYOUT_AT(channel, conc_size),
        CONC_LAYOUT_AT(channel, conc_in.conc_count),  CONC_LAYOUT_AT(channel, conc_in.conc_flags),
        CONC_LAYOUT_AT(channel, conc_out.conc_count), {"channel.closed", CONC_CHANNEL_CLOSED},
        {"channel.shut", CONC_CHANNEL_SHUT},
};

static size_t size_of(const struct conc_channel *c)
{
	return load_relaxed(&c->conc_size);
}

static struct conc_waiter **fifo_of(struct conc_channel *c, const struct conc_waiter *w)
{
	return w->mode == CONC_CHANNEL_SEND ? &c->conc_wait_in : &c->conc_wait_out;
}

static void take_out(struct conc_channel *c, struct conc_waiter *w)
{
	struct conc_waiter **fifo = fifo_of(c, w);

	if (w->queued) *fifo = conc_waiters_remove(*fifo, w);
	conc_channel_forget(w);
}

/* Queues w. Returns QUEUED, or GONE if another clause of w's statement has been claimed. */
static int channel_core_append(struct conc_channel *c, struct conc_waiter *w)
{
	conc_channel_remember(w);
	return conc_waiters_enlist(fifo_of(c, w), w);
}

/* Claims w and ends its operation with result: DONE, or GONE if another clause has been claimed. */
static int channel_core_finish(struct conc_channel *c, struct conc_waiter *w, int32_t result)
{
	if (!conc_waiter_claim(w)) return CONC_ENLIST_GONE;
	take_out(c, w);
	if (result == CONC_WAIT_CLOSED) conc_edge_to(&c->conc_in.conc_flags);
	w->result = result;
	return CONC_ENLIST_DONE;
}

#if CONC_EDGES
void conc_channel_met(struct conc_channel *c, struct conc_waiter *w)
{
	if (!c->conc_capacity || !c->conc_in.conc_first) {
		conc_edge_take(conc_channel_token(w));
		return;
	}
	conc_channel_pass(&c->conc_in, size_of(c));
	conc_channel_put_for(&c->conc_in, size_of(c), w);
	conc_channel_advance(&c->conc_in, size_of(c));
	conc_channel_advance(&c->conc_out, size_of(c));
}
#endif

static void hand(struct conc_channel *c, struct conc_waiter *w, struct conc_waiter *other)
{
	struct conc_waiter *from = w->mode == CONC_CHANNEL_SEND ? w : other;
	struct conc_waiter *to = from == w ? other : w;

	conc_channel_copy(to->slot, from->slot, size_of(c));
	c->conc_handed++;
	conc_channel_met(c, other);
	take_out(c, other);
	take_out(c, w);
	w->result = CONC_WAIT_DONE;
}

/* Exchanges an element directly with the first waiter of the other side that can be claimed. The
 * buffer is empty and stays so. Returns QUEUED if there is no such waiter. waits: w's operation
 * would wait. Two operations that do not wait do not meet, even if one of them is enlisted for the
 * moment in which its statement looks at several clauses. */
static int meet(struct conc_channel *c, struct conc_waiter *w, struct conc_waiter *head, bool waits,
                struct conc_waiter **partner)
{
	for (struct conc_waiter *other = head; other; other = conc_waiters_next(head, other)) {
		/* the common case: two plain operations */
		bool plain = !w->selection && !other->selection;

		if (CONC_UNLIKELY(other->nonblocking) &&
		    (!waits || other->mode == CONC_CHANNEL_OBSERVE))
			continue;
		switch (plain ? CONC_PAIR_BOTH : conc_waiter_claim_pair(w, other)) {
		case CONC_PAIR_OTHER_GONE:
			continue;
		case CONC_PAIR_MINE_GONE:
			return CONC_ENLIST_GONE;
		case CONC_PAIR_BOTH:
			hand(c, w, other);
			*partner = conc_waiter_list_link(NULL, other);
			return CONC_ENLIST_DONE;
		}
	}
	return CONC_ENLIST_QUEUED;
}

/* ---- Sending ---- */

/* c has something to receive from now on: claims the observers, and links them to the partners. */
static __attribute__((noinline)) void claim_observers(struct conc_channel *c,
                                                      struct conc_waiter **partner)
{
	struct conc_waiter *left = NULL, *w;

	while ((w = c->conc_wait_out)) {
		c->conc_wait_out = conc_waiters_remove(w, w);
		if (w->mode == CONC_CHANNEL_OBSERVE && conc_waiter_claim(w))
			*partner = conc_waiter_list_link(*partner, w);
		else left = conc_waiters_append(left, w);
	}
	c->conc_wait_out = left;
}

/* Puts w's element. There was room when `out` elements had been received, so there still is. */
static int channel_core_put(struct conc_channel *c, struct conc_waiter *w, size_t out,
                            struct conc_waiter **partner)
{
	int how = channel_core_finish(c, w, CONC_WAIT_DONE);

	if (how != CONC_ENLIST_DONE) return how;
	conc_channel_put(c, w->slot, size_of(c), NULL);
	c->conc_in.conc_limit = out + c->conc_capacity;
	if (CONC_UNLIKELY(c->conc_wait_out)) claim_observers(c, partner);
	return how;
}

/* Queues w so that a receiver sees it, or puts its element if there is room by now. */
static int wait_for_room(struct conc_channel *c, struct conc_waiter *w, struct conc_processor *p,
                         struct conc_waiter **partner)
{
	struct conc_abi_channel_side *out = &c->conc_out;
	size_t count;

	if (c->conc_capacity == 0) {
		if (CONC_UNLIKELY(c->conc_wait_out) && !w->nonblocking) claim_observers(c, partner);
		return channel_core_append(c, w);
	}
	conc_biased_lock_enter(out, p, CONC_BIASED_LOCK_OUT);
	count = out->conc_count;
	if (c->conc_in.conc_count - count < c->conc_capacity) {
		conc_biased_lock_leave(out, p, CONC_BIASED_LOCK_OUT);
		return channel_core_put(c, w, count, partner);
	}
	out->conc_flags |= CONC_CHANNEL_SENDERS;
	/* relaxed: a thread that looks without the lock looks again inside */
	store_relaxed(&out->conc_limit, count);
	conc_biased_lock_leave(out, p, CONC_BIASED_LOCK_OUT);
	return channel_core_append(c, w);
}

int conc_channel_send_core(struct conc_channel *c, struct conc_waiter *w, struct conc_processor *p,
                           bool queue, struct conc_waiter **partner)
{
	struct conc_abi_channel_side *in = &c->conc_in;
	size_t out;
	int how;

	if (in->conc_flags & CONC_CHANNEL_CLOSED)
		return channel_core_finish(c, w, CONC_WAIT_CLOSED);
	/* acquire: pairs with the release in conc_channel_get: the place may be written again */
	out = load_acquire(&c->conc_out.conc_count);
	if (c->conc_wait_out && out == in->conc_count) {
		how = meet(c, w, c->conc_wait_out, queue && !w->nonblocking, partner);
		if (how != CONC_ENLIST_QUEUED) return how;
	}
	if (in->conc_count - out < c->conc_capacity) return channel_core_put(c, w, out, partner);
	return queue ? wait_for_room(c, w, p, partner) : CONC_ENLIST_QUEUED;
}

/* ---- Receiving ---- */

struct conc_waiter *conc_channel_refill(struct conc_channel *c)
{
	struct conc_abi_channel_side *in = &c->conc_in, *out = &c->conc_out;
	struct conc_waiter *moved = NULL, *w = NULL;

	/* senders that a close passed by may be open again: they see it when they enlist */
	while (c->conc_wait_in && !(in->conc_flags & CONC_CHANNEL_CLOSED) &&
	       in->conc_count - out->conc_count < c->conc_capacity) {
		if (!(w = conc_waiters_claim_first(&c->conc_wait_in))) break;
		conc_channel_put(c, w->slot, size_of(c), w);
		moved = conc_waiter_list_link(moved, w);
	}
	/* clauses that could not be claimed look again after they open their selection */
	if (!c->conc_wait_in || !w) out->conc_flags &= ~(uint32_t)CONC_CHANNEL_SENDERS;
	if (!(in->conc_flags & CONC_CHANNEL_CLOSED)) in->conc_limit = in->conc_count;
	/* relaxed: as in wait_for_room */
	store_relaxed(&out->conc_limit, out->conc_flags ? out->conc_count : in->conc_count);
	return moved;
}

/* Under both locks: gives w the first element, and its place to the first waiting sender. */
static int channel_core_take(struct conc_channel *c, struct conc_waiter *w,
                             struct conc_waiter **partner)
{
	int how;

	if (c->conc_out.conc_count == c->conc_in.conc_count) return CONC_ENLIST_QUEUED;
	how = channel_core_finish(c, w, CONC_WAIT_DONE);
	if (how != CONC_ENLIST_DONE) return how;
	conc_channel_get(c, w->slot, size_of(c));
	*partner = conc_channel_refill(c);
	return how;
}

static int take_from_buffer(struct conc_channel *c, struct conc_waiter *w, struct conc_processor *p,
                            struct conc_waiter **partner)
{
	int how;

	/* relaxed: equal counts stay equal under the senders' lock */
	if (load_relaxed(&c->conc_out.conc_count) == c->conc_in.conc_count)
		return CONC_ENLIST_QUEUED;
	conc_biased_lock_enter(&c->conc_out, p, CONC_BIASED_LOCK_OUT);
	how = channel_core_take(c, w, partner);
	conc_biased_lock_leave(&c->conc_out, p, CONC_BIASED_LOCK_OUT);
	return how;
}

int conc_channel_receive_core(struct conc_channel *c, struct conc_waiter *w,
                              struct conc_processor *p, bool queue, bool drain,
                              struct conc_waiter **partner)
{
	struct conc_abi_channel_side *in = &c->conc_in;
	int how;

	if ((in->conc_flags & CONC_CHANNEL_SHUT) && !drain)
		return channel_core_finish(c, w, CONC_WAIT_CLOSED);
	how = take_from_buffer(c, w, p, partner);
	if (how != CONC_ENLIST_QUEUED) return how;
	if (in->conc_flags & CONC_CHANNEL_CLOSED)
		return channel_core_finish(c, w, CONC_WAIT_CLOSED);
	how = meet(c, w, c->conc_wait_in, queue && !w->nonblocking, partner);
	if (how != CONC_ENLIST_QUEUED) return how;
	if (!queue) return CONC_ENLIST_QUEUED;
	in->conc_limit = in->conc_count;
	return channel_core_append(c, w);
}

int conc_channel_observe_core(struct conc_channel *c, struct conc_waiter *w)
{
	struct conc_abi_channel_side *in = &c->conc_in;
	/* relaxed: equal counts stay equal under the senders' lock */
	bool ready = load_relaxed(&c->conc_out.conc_count) != in->conc_count &&
	             !(in->conc_flags & CONC_CHANNEL_SHUT);

	for (struct conc_waiter *s = c->conc_wait_in; s && !ready;
	     s = conc_waiters_next(c->conc_wait_in, s))
		ready = !s->nonblocking && conc_waiter_is_open(s);
	if (ready) return channel_core_finish(c, w, CONC_WAIT_DONE);
	if (in->conc_flags & CONC_CHANNEL_CLOSED)
		return channel_core_finish(c, w, CONC_WAIT_CLOSED);
	in->conc_limit = in->conc_count;
	return conc_waiters_enlist(&c->conc_wait_out, w);
}

bool conc_channel_take_back(struct conc_channel *c, struct conc_waiter *w)
{
	struct conc_processor *p = conc_processor_get();
	bool queued;

	conc_biased_lock_enter(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	queued = w->queued;
	take_out(c, w);
	conc_channel_update_look(c);
	conc_biased_lock_leave(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	return queued;
}

static char *channel_core_allocate(const struct conc_channel *c, const char *where)
{
	size_t size = size_of(c), bytes, all;
	char *buffer = NULL;

	if (!__builtin_mul_overflow(c->conc_capacity, size, &bytes) && bytes <= PTRDIFF_MAX - 64 &&
	    !__builtin_add_overflow(bytes, c->conc_capacity * CONC_CHANNEL_PLACE, &all))
		buffer = aligned_alloc(CONC_CACHE_LINE,
		                       (all + (CONC_EDGES ? 2 : 1) * CONC_CACHE_LINE) /
		                               CONC_CACHE_LINE * CONC_CACHE_LINE);
	if (!buffer)
		conc_stop(where, conc_thread_self_or_null(),
		          "no memory for the buffer of a channel: %zu elements of %zu bytes",
		          c->conc_capacity, size);
	conc_channel_no_past(buffer, bytes, c->conc_capacity);
	return buffer;
}

static void use_buffer(struct conc_abi_channel_side *s, char *buffer, size_t bytes)
{
	s->conc_next = buffer;
	s->conc_end = buffer + bytes;
	/* relaxed: published by the lock; other threads only ask whether it is null */
	store_relaxed(&s->conc_first, buffer);
}

void conc_channel_prepare(struct conc_channel *c, const char *where)
{
	struct conc_processor *p = conc_processor_get();
	char *buffer = channel_core_allocate(c, where);
	size_t bytes = c->conc_capacity * size_of(c);

	conc_biased_lock_enter(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	if (!c->conc_in.conc_first) {
		conc_biased_lock_enter(&c->conc_out, p, CONC_BIASED_LOCK_OUT);
		use_buffer(&c->conc_in, buffer, bytes);
		use_buffer(&c->conc_out, buffer, bytes);
		conc_biased_lock_leave(&c->conc_out, p, CONC_BIASED_LOCK_OUT);
		buffer = NULL;
	}
	conc_biased_lock_leave(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	free(buffer);
}
