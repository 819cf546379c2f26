/* SPDX-License-Identifier: MIT */
/* channel: send and receive, which try a fast path first. The idea is in channel.h. */
#include "channel.h"
#include "conc/abi_waituntil.h"
#include "kernel/cancel.h"
#include "port/stop.h"

/* ---- The slow paths ---- */

static const char *operation_of(const struct conc_waiter *w)
{
	return w->mode == CONC_CHANNEL_SEND ? "send" : "receive";
}

_Noreturn static void failed(const struct conc_waiter *w, const struct conc_channel *c,
                             const char *where)
{
	const char *what = "receive from a channel that is closed and empty";

	if (w->mode == CONC_CHANNEL_SEND) what = "send on a closed channel";
	/* relaxed: once set, the flag stays */
	else if (load_relaxed(&c->conc_look) & CONC_CHANNEL_SHUT)
		what = "receive from a channel that was shut down";
	conc_stop(where, w->thread, "%s", what);
}

/* Leaves the senders' lock after a slow operation, then completes the partners that it served. */
conc_inlined void channel_leave(struct conc_channel *c, struct conc_processor *p,
                                struct conc_waiter *partners, const char *where)
{
	if (CONC_UNLIKELY(!c->conc_where)) c->conc_where = where;
	conc_channel_update_look(c);
	conc_biased_lock_leave(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	if (!partners) return;
	if (CONC_LIKELY(partners->next == partners)) conc_waiter_complete(partners, CONC_WAIT_DONE);
	else conc_waiters_complete_all(partners, CONC_WAIT_DONE);
}

/* Parks until a partner has completed w, or, if the caller asks, the thread is cancelled. */
static void channel_await(struct conc_channel *c, struct conc_waiter *w, const char *where,
                          bool checked)
{
	conc_thread_waits(w->thread, operation_of(w), c, where, NULL);
	/* If nobody asks, it waits in the same way: threads that switch to each other in the same
	 * function return where the CPU expects it (6 ns for a pair). */
	if (CONC_UNLIKELY(conc_thread_park_cancellable(w->thread, CONC_NEVER))) {
		if (checked && conc_channel_take_back(c, w)) {
			w->result = CONC_WAIT_CANCELLED;
			return;
		}
		/* until the partner's unpark, which may be on its way */
		conc_thread_waits(w->thread, operation_of(w), c, where, NULL);
		conc_thread_park(w->thread);
	}
	conc_edge_to(&w->thread->edge);
	conc_channel_forget(w);
}

/* Does w's operation, or waits until a partner has. Leaves the senders' lock, which the caller
 * holds. Returns false if the operation failed; unless checked, stops the program instead. */
static bool operate(struct conc_channel *c, struct conc_waiter *w, struct conc_processor *p,
                    const char *where, bool checked)
{
	struct conc_waiter *partner = NULL;
	int how = w->mode == CONC_CHANNEL_SEND
	                  ? conc_channel_send_core(c, w, p, true, &partner)
	                  : conc_channel_receive_core(c, w, p, true, false, &partner);

	if (how == CONC_ENLIST_QUEUED) c->conc_blocked[w->mode]++;
	channel_leave(c, p, partner, where);
	if (how == CONC_ENLIST_QUEUED) channel_await(c, w, where, checked);
	if (w->mode == CONC_CHANNEL_RECEIVE && w->result == CONC_WAIT_DONE)
		conc_edge_writes(w->slot, load_relaxed(&c->conc_size));
	if (CONC_LIKELY(w->result == CONC_WAIT_DONE)) return true;
	if (!checked) failed(w, c, where);
	return false;
}

/* Called with the senders' lock held, which it leaves. */
static __attribute__((noinline)) bool send_slow(struct conc_channel *c, struct conc_processor *p,
                                                const void *slot, size_t size, const char *where,
                                                bool checked)
{
	struct conc_waiter w;

	conc_channel_set_size(c, size, where);
	if (conc_channel_needs_buffer(c)) {
		conc_biased_lock_leave(&c->conc_in, p, CONC_BIASED_LOCK_IN);
		conc_channel_prepare(c, where);
		conc_biased_lock_enter(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	}
	conc_waiter_init(&w, p->current, NULL, CONC_CHANNEL_SEND);
	w.slot = (void *)(uintptr_t)slot;
	return operate(c, &w, p, where, checked);
}

static __attribute__((noinline)) bool receive_slow(struct conc_channel *c, void *slot, size_t size,
                                                   const char *where, bool checked)
{
	struct conc_processor *p = conc_processor_get();
	struct conc_waiter w;

	conc_waiter_init(&w, p->current, NULL, CONC_CHANNEL_RECEIVE);
	w.slot = slot;
	conc_channel_set_size(c, size, where);
	conc_biased_lock_enter(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	return operate(c, &w, p, where, checked);
}

/* ---- The fast paths ---- */

/* Under the senders' lock, at limit: returns whether the receivers have made room. */
conc_inlined bool find_room(struct conc_channel *c)
{
	struct conc_abi_channel_side *in = &c->conc_in;

	if (in->conc_flags || c->conc_wait_out || !in->conc_first) return false;
	/* acquire: pairs with the release in conc_channel_get: the places have been read */
	in->conc_limit = load_acquire(&c->conc_out.conc_count) + c->conc_capacity;
	return in->conc_limit != in->conc_count;
}

conc_inlined bool send_fast(struct conc_channel *c, const void *slot, size_t size,
                            const char *where, bool checked)
{
	struct conc_processor *p = conc_processor_get();
	struct conc_abi_channel_side *in = &c->conc_in;

	if (CONC_UNLIKELY(!c)) conc_channel_null(where);
	conc_operation_on(c, CHANGES, "sends to");
	if (CONC_SCHEDULES) p = conc_processor_get(); /* it may have been left there */
	conc_edge_reads(slot, size);
	conc_biased_lock_enter(in, p, CONC_BIASED_LOCK_IN);
	if (CONC_UNLIKELY(in->conc_count == in->conc_limit) && !find_room(c))
		return send_slow(c, p, slot, size, where, checked);
	conc_channel_put(c, slot, size, NULL);
	conc_biased_lock_leave(in, p, CONC_BIASED_LOCK_IN);
	return true;
}

/* Under the receivers' lock, at limit: returns whether the senders have put an element. */
static __attribute__((noinline)) bool find_element(struct conc_channel *c)
{
	struct conc_abi_channel_side *out = &c->conc_out;
	size_t count;

	if (out->conc_flags) return false;
	/* acquire: pairs with the release in conc_channel_put, which publishes the elements */
	count = load_acquire(&c->conc_in.conc_count);
	/* relaxed: a thread that looks without the lock looks again inside */
	store_relaxed(&out->conc_limit, count);
	return count != out->conc_count;
}

/* Returns whether the buffer seems to be empty. Takes no lock. */
conc_inlined bool seems_empty(const struct conc_channel *c)
{
	/* relaxed: a guess; a thread that takes the wrong path notices inside a lock */
	size_t count = load_relaxed(&c->conc_out.conc_count);

	return CONC_UNLIKELY(count == load_relaxed(&c->conc_out.conc_limit)) &&
	       count == load_relaxed(&c->conc_in.conc_count);
}

conc_inlined bool receive_fast(struct conc_channel *c, void *slot, size_t size, const char *where,
                               bool checked)
{
	struct conc_processor *p = conc_processor_get();
	struct conc_abi_channel_side *out = &c->conc_out;

	if (CONC_UNLIKELY(!c)) conc_channel_null(where);
	conc_operation_on(c, CHANGES, "receives from");
	if (CONC_SCHEDULES) p = conc_processor_get(); /* as above */
	if (seems_empty(c)) return receive_slow(c, slot, size, where, checked);
	conc_biased_lock_enter(out, p, CONC_BIASED_LOCK_OUT);
	if (CONC_UNLIKELY(out->conc_count == out->conc_limit) && !find_element(c)) {
		conc_biased_lock_leave(out, p, CONC_BIASED_LOCK_OUT);
		return receive_slow(c, slot, size, where, checked);
	}
	conc_channel_get(c, slot, size);
	conc_biased_lock_leave(out, p, CONC_BIASED_LOCK_OUT);
	conc_edge_writes(slot, size);
	return true;
}

#define OPERATIONS(n)                                                                            \
	bool conc_abi_channel_send_##n(struct conc_channel *c, const void *slot,                 \
	                               const char *where, bool checked)                          \
	{                                                                                        \
		return send_fast(c, slot, n, where, checked);                                    \
	}                                                                                        \
	bool conc_abi_channel_receive_##n(struct conc_channel *c, void *slot, const char *where, \
	                                  bool checked)                                          \
	{                                                                                        \
		return receive_fast(c, slot, n, where, checked);                                 \
	}

OPERATIONS(1)
OPERATIONS(2)
OPERATIONS(4)
OPERATIONS(8)
OPERATIONS(16)

bool conc_abi_channel_send(struct conc_channel *c, const void *slot, size_t size, const char *where,
                           bool checked)
{
	return send_fast(c, slot, size, where, checked);
}

bool conc_abi_channel_receive(struct conc_channel *c, void *slot, size_t size, const char *where,
                              bool checked)
{
	return receive_fast(c, slot, size, where, checked);
}

/* ---- Without waiting ---- */

/* Returns whether an operation of this mode could do nothing now. Takes no lock. */
static bool would_wait(const struct conc_channel *c, int mode)
{
	uint32_t stops =
	        CONC_CHANNEL_CLOSED | CONC_CHANNEL_SHUT |
	        (mode == CONC_CHANNEL_SEND ? CONC_CHANNEL_RECEIVERS : CONC_CHANNEL_SENDERS);
	size_t first, second;

	/* acquire: in this order. Both counts only grow: the equation held at the second load. */
	first = load_acquire(mode == CONC_CHANNEL_SEND ? &c->conc_in.conc_count
	                                               : &c->conc_out.conc_count);
	second = load_acquire(mode == CONC_CHANNEL_SEND ? &c->conc_out.conc_count
	                                                : &c->conc_in.conc_count);
	if (first != second + (mode == CONC_CHANNEL_SEND ? c->conc_capacity : 0)) return false;
	/* relaxed: conc_look is written under the same lock as the state it describes, so what
	 * happened before the call is visible. After the counts: a channel that is not closed now
	 * was not closed then. */
	return !(load_relaxed(&c->conc_look) & stops);
}

/* Tries the fast path; returns whether the operation was done. If not, a receive holds no lock, and
 * a send still holds the senders' lock. */
static bool take_chance(struct conc_channel *c, struct conc_processor *p, int mode, void *slot,
                        size_t size)
{
	struct conc_abi_channel_side *s = mode == CONC_CHANNEL_SEND ? &c->conc_in : &c->conc_out;
	int place = mode == CONC_CHANNEL_SEND ? CONC_BIASED_LOCK_IN : CONC_BIASED_LOCK_OUT;
	bool can;

	conc_biased_lock_enter(s, p, place);
	can = s->conc_count != s->conc_limit || (mode == CONC_CHANNEL_RECEIVE && find_element(c));
	if (can && mode == CONC_CHANNEL_SEND) conc_channel_put(c, slot, size, NULL);
	else if (can) conc_channel_get(c, slot, size);
	if (can || mode == CONC_CHANNEL_RECEIVE) conc_biased_lock_leave(s, p, place);
	return can;
}

/* Called with the senders' lock held, which it leaves. */
static bool attempt_slow(struct conc_channel *c, struct conc_waiter *w, struct conc_processor *p,
                         bool drain, const char *where)
{
	struct conc_waiter *partner = NULL;
	int how = w->mode == CONC_CHANNEL_SEND
	                  ? conc_channel_send_core(c, w, p, false, &partner)
	                  : conc_channel_receive_core(c, w, p, false, drain, &partner);

	channel_leave(c, p, partner, where);
	return how == CONC_ENLIST_DONE;
}

/* Does the operation without waiting. Returns true if it is over; *result, which the caller has set
 * to DONE, then says how it ended. */
static bool channel_attempt(struct conc_channel *c, int mode, void *slot, bool drain,
                            int32_t *result, const char *where)
{
	/* relaxed: fixed once set; before the first use the caller sets it */
	size_t size = load_relaxed(&c->conc_size);
	struct conc_processor *p;
	struct conc_waiter w;
	bool over;

	conc_operation_on(c, CHANGES, "tries");
	if (would_wait(c, mode)) return false;
	if (mode == CONC_CHANNEL_SEND) conc_edge_reads(slot, size);
	p = conc_processor_get();
	if (mode == CONC_CHANNEL_SEND && conc_channel_needs_buffer(c))
		conc_channel_prepare(c, where);
	if (take_chance(c, p, mode, slot, size)) return true;
	conc_waiter_init(&w, p->current, NULL, mode);
	w.slot = slot;
	if (mode == CONC_CHANNEL_RECEIVE)
		conc_biased_lock_enter(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	over = attempt_slow(c, &w, p, drain, where);
	*result = w.result;
	return over;
}

bool conc_abi_channel_try_send(struct conc_channel *c, const void *slot, size_t size,
                               const char *where)
{
	int32_t result = CONC_WAIT_DONE;

	conc_channel_set_size(c, size, where);
	return channel_attempt(c, CONC_CHANNEL_SEND, (void *)(uintptr_t)slot, false, &result,
	                       where) &&
	       result == CONC_WAIT_DONE;
}

bool conc_abi_channel_try_receive(struct conc_channel *c, void *slot, size_t size,
                                  const char *where)
{
	int32_t result = CONC_WAIT_DONE;

	conc_channel_set_size(c, size, where);
	if (!channel_attempt(c, CONC_CHANNEL_RECEIVE, slot, true, &result, where) ||
	    result != CONC_WAIT_DONE)
		return false;
	conc_edge_writes(slot, size);
	return true;
}

/* ---- Clauses of a statement ---- */

static int channel_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	struct conc_channel *c = resource;
	struct conc_processor *p = conc_processor_get();
	struct conc_waiter *partner = NULL;
	int how;

	if (w->mode == CONC_CHANNEL_SEND && conc_channel_needs_buffer(c))
		conc_channel_prepare(c, where);
	conc_biased_lock_enter(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	how = w->mode == CONC_CHANNEL_SEND
	              ? conc_channel_send_core(c, w, p, queue, &partner)
	              : conc_channel_receive_core(c, w, p, queue, false, &partner);
	channel_leave(c, p, partner, where);
	return how;
}

static void channel_delist(void *resource, struct conc_waiter *w)
{
	conc_channel_take_back(resource, w);
}

static bool attempt_send(void *resource, struct conc_waiter *w, const char *where)
{
	return channel_attempt(resource, CONC_CHANNEL_SEND, w->slot, false, &w->result, where);
}

static bool attempt_receive(void *resource, struct conc_waiter *w, const char *where)
{
	return channel_attempt(resource, CONC_CHANNEL_RECEIVE, w->slot, false, &w->result, where);
}

const struct conc_selectable conc_channel_sender_selectable = {
        .operation = "send",
        .enlist = channel_enlist,
        .delist = channel_delist,
        .attempt = attempt_send,
        .closed = "send on a closed channel",
};

const struct conc_selectable conc_channel_receiver_selectable = {
        .operation = "receive",
        .enlist = channel_enlist,
        .delist = channel_delist,
        .attempt = attempt_receive,
        .closed = "receive from a channel that is closed and empty",
};

/* ---- Observers: members of a conc_waitset ---- */

static int observer_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	struct conc_channel *c = resource;
	struct conc_processor *p = conc_processor_get();
	int how;

	(void)queue;
	w->mode = CONC_CHANNEL_OBSERVE;
	conc_biased_lock_enter(&c->conc_in, p, CONC_BIASED_LOCK_IN);
	how = conc_channel_observe_core(c, w);
	channel_leave(c, p, NULL, where);
	return how;
}

/* Takes no lock: an element that is there now may be gone when it returns. */
static bool attempt_observe(void *resource, struct conc_waiter *w, const char *where)
{
	struct conc_channel *c = resource;
	/* acquire: as in would_wait. Both counts only grow. */
	size_t out = load_acquire(&c->conc_out.conc_count);

	(void)w, (void)where;
	/* relaxed: a hint */
	return load_acquire(&c->conc_in.conc_count) != out &&
	       !(load_relaxed(&c->conc_look) & CONC_CHANNEL_SHUT);
}

const struct conc_selectable conc_channel_observer_selectable = {
        .operation = "conc_waitset",
        .enlist = observer_enlist,
        .delist = channel_delist,
        .attempt = attempt_observe,
};

void conc_abi_channel_send_clause(struct conc_abi_waituntil *wait, unsigned clause,
                                  struct conc_channel *c, void *slot, size_t size,
                                  const char *where)
{
	conc_abi_clause(wait, clause, &conc_channel_sender_selectable, c, slot, where);
	wait->conc_clauses[clause].conc_mode = CONC_CHANNEL_SEND;
	conc_channel_set_size(c, size, where); /* last: a tail call saves no registers here */
}

void conc_abi_channel_receive_clause(struct conc_abi_waituntil *wait, unsigned clause,
                                     struct conc_channel *c, void *slot, size_t size,
                                     const char *where)
{
	conc_abi_clause(wait, clause, &conc_channel_receiver_selectable, c, slot, where);
	wait->conc_clauses[clause].conc_mode = CONC_CHANNEL_RECEIVE;
	conc_channel_set_size(c, size, where); /* last: a tail call saves no registers here */
}
