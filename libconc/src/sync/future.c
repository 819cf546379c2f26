/* SPDX-License-Identifier: MIT */
/*
 * future: the parts of future(T) that conc/abi_future.h does not do inline.
 *
 * The idea. One word holds the guard (guard.h), the FIFO of waiters, and two bits beside the
 * guard's own, which waiters aligned to 16 leave free:
 *
 *        0 ──fulfil──► WRITING ──► READY ──reset──► 0        inline, while nobody waits
 *        w… ──fulfil, guard──► READY             each gets a copy of the value, then its unpark
 *        w… ──cancel, guard──► CANCELLED ──reset──► 0     each is told that there is none
 *        READY ──cancel──► READY                 the value stays
 *
 * The fulfiller copies the value into the slot of each thread that had to wait (wait morphing), so
 * a reset that follows at once takes nothing away from those threads.
 *
 * Rejected: readers that copy the value themselves after they are woken (a reset in between would
 * send them back to wait, or let them read half of the next value); a count of readers (two atomic
 * operations on each read).
 *
 * Invariants.
 * - READY and CANCELLED are never both set. They change with the word, by the holder of the guard
 *   or by a swap of a word that is not held.
 * - While one of them is set, the FIFO has only clauses that were passed by because their statement
 *   did not wait (waiting.h).
 * - The value is written by the holder of the guard of a word with neither bit, or by the thread
 *   that has made the word WRITING, which then no other thread changes.
 */
#include "conc/abi_future.h"

#include <string.h>

#include "kernel/cancel.h"
#include "kernel/waiting.h"
#include "port/os.h"
#include "port/stop.h"

enum {
	READY = CONC_ABI_FUTURE_READY,
	CANCELLED = CONC_ABI_FUTURE_CANCELLED,
	WRITING = CONC_ABI_FUTURE_WRITING, /* held, with an address that no waiter has */
	SPINS = 64,
};
_Static_assert((WRITING & CONC_GUARD_BITS) == CONC_GUARD_HELD && (WRITING & ~15) == 16, "one word");

/* ---- The word ---- */

/* Waits for a held word to change. WRITING gets no mark of sleepers, since it ends with a plain
 * store; it lasts as long as the value takes to copy. */
static void wait_for_guard(struct conc_future *f, uintptr_t seen, unsigned *turns)
{
	if (seen != WRITING && *turns >= SPINS) conc_guard_sleep(&f->conc_state, seen);
	else conc_backoff(turns);
}

/* Enters the guard. Returns the bits, and the first waiter in *head. */
static uintptr_t future_enter(struct conc_future *f, struct conc_waiter **head)
{
	unsigned turns = 0;
	uintptr_t word;

	conc_operation_touches(f, CHANGES);
	for (;;) {
		word = load_relaxed(&f->conc_state);
		if (word & CONC_GUARD_BITS) wait_for_guard(f, word, &turns);
		/* acquire: pairs with conc_guard_leave and conc_abi_future_publish */
		else if (cas_acquire(&f->conc_state, &word, word | CONC_GUARD_HELD)) break;
	}
	*head = (struct conc_waiter *)(word & ~(uintptr_t)(READY | CANCELLED));
	return word & (READY | CANCELLED);
}

static void future_leave(struct conc_future *f, const struct conc_waiter *head, uintptr_t bits)
{
	conc_guard_leave(&f->conc_state, (const void *)((uintptr_t)head | bits));
}

static void copy(void *to, const void *from, size_t size)
{
	if (size == 8) memcpy(to, from, 8);
	else if (size == 4) memcpy(to, from, 4);
	else memcpy(to, from, size);
}

/* ---- Fulfilling, cancelling, resetting ---- */

/* Completes a ring of claimed readers. from: the value, or null if the future was cancelled. A
 * reader without a slot only waits: its result is DONE in both cases. */
static void future_notify_readers(struct conc_waiter *ring, const void *from, size_t size)
{
	while (ring) {
		struct conc_waiter *w = ring;
		int32_t result = w->slot && !from ? CONC_WAIT_CLOSED : CONC_WAIT_DONE;

		ring = conc_waiter_list_unlink(ring, w); /* before w's thread can go on */
		if (w->slot && from) copy(w->slot, from, size);
		conc_waiter_complete(w, result);
	}
}

bool conc_abi_future_fulfil(struct conc_future *f, void *value, const void *from, size_t size)
{
	struct conc_waiter *head, *readers = NULL;
	uintptr_t bits = future_enter(f, &head);
	bool blank = bits == 0;

	if (blank) {
		conc_edge_reads(from, size);
		conc_edge_to(&f->conc_state);
		conc_edge_from(&f->conc_state);
		copy(value, from, size);
		readers = conc_waiters_claim_all(&head);
		bits = READY;
	}
	future_leave(f, head, bits);
	future_notify_readers(readers, from, size);
	return blank;
}

bool conc_abi_future_cancel(struct conc_future *f)
{
	struct conc_waiter *head, *readers = NULL;
	uintptr_t bits;

	conc_operation_on(f, CHANGES, "cancels");
	bits = future_enter(f, &head);
	if (bits == 0) {
		conc_edge_from(&f->conc_state);
		readers = conc_waiters_claim_all(&head);
		bits = CANCELLED;
	}
	future_leave(f, head, bits);
	future_notify_readers(readers, NULL, 0);
	return bits == CANCELLED;
}

void conc_abi_future_reset_slow(struct conc_future *f)
{
	struct conc_waiter *head;

	future_enter(f, &head);
	conc_edge_from(&f->conc_state);
	future_leave(f, head, 0);
}

/* ---- Reading ---- */

/* Gives w, a reader, what bits say: the value in its slot, or the result CLOSED. */
static void future_take(struct conc_future *f, const void *value, struct conc_waiter *w,
                        size_t size, uintptr_t bits)
{
	conc_edge_to(&f->conc_state);
	if (!w->slot) return;
	if (bits == READY) copy(w->slot, value, size);
	else w->result = CONC_WAIT_CLOSED;
}

/* Takes w out of the FIFO. Returns false if w was claimed: it was or will be completed. */
static bool withdraw(struct conc_future *f, struct conc_waiter *w)
{
	struct conc_waiter *head;
	uintptr_t bits = future_enter(f, &head);
	bool queued = w->queued;

	if (queued) head = conc_waiters_remove(head, w);
	future_leave(f, head, bits);
	return queued;
}

/* Parks until w is completed, or, if the caller asks, the thread is cancelled. */
static void future_await(struct conc_future *f, struct conc_waiter *w, const char *where,
                         bool checked)
{
	conc_thread_waits(w->thread, "future", f, where, NULL);
	if (conc_thread_park_cancellable(w->thread, CONC_NEVER)) { /* unchecked, too: channel.c */
		if (checked && withdraw(f, w)) {
			w->result = CONC_WAIT_CANCELLED;
			return;
		}
		/* until the partner's unpark, which may be on its way */
		conc_thread_waits(w->thread, "future", f, where, NULL);
		conc_thread_park(w->thread);
	}
	conc_edge_to(&w->thread->edge);
}

bool conc_abi_future_read(struct conc_future *f, const void *value, void *to, size_t size,
                          const char *where, bool checked)
{
	struct conc_waiter w, *head;
	uintptr_t bits;

	conc_operation_on(f, CHANGES, "reads");
	conc_waiter_init(&w, conc_thread_self(), NULL, 0);
	w.slot = to;
	bits = future_enter(f, &head);
	if (bits) future_take(f, value, &w, size, bits);
	else head = conc_waiters_append(head, &w);
	future_leave(f, head, bits);
	if (!bits) future_await(f, &w, where, checked);
	if (CONC_UNLIKELY(w.result != CONC_WAIT_DONE && !checked))
		conc_stop(where, w.thread, "%s", conc_future_selectable.closed);
	if (w.result == CONC_WAIT_DONE) conc_edge_writes(to, size);
	return w.result == CONC_WAIT_DONE;
}

/* ---- Clauses of a statement: since is the value's size, mode its offset ---- */

static const void *value_of(const struct conc_future *f, const struct conc_waiter *w)
{
	return (const char *)f + w->mode;
}

static int future_enlist(void *resource, struct conc_waiter *w, bool queue, const char *where)
{
	struct conc_future *f = resource;
	struct conc_waiter *head;
	uintptr_t bits = future_enter(f, &head);
	int how = CONC_ENLIST_QUEUED;

	(void)where;
	if (bits) how = conc_waiter_claim(w) ? CONC_ENLIST_DONE : CONC_ENLIST_GONE;
	if (how == CONC_ENLIST_DONE) {
		future_take(f, value_of(f, w), w, w->since, bits);
		if (w->queued) head = conc_waiters_remove(head, w);
	} else if (how == CONC_ENLIST_QUEUED && queue) {
		how = conc_waiters_enlist(&head, w);
	}
	future_leave(f, head, bits);
	return how;
}

static void future_delist(void *resource, struct conc_waiter *w)
{
	withdraw(resource, w);
}

static bool future_attempt(void *resource, struct conc_waiter *w, const char *where)
{
	struct conc_future *f = resource;
	/* acquire: as in conc_abi_future_is */
	uintptr_t bits = load_acquire(&f->conc_state) & (READY | CANCELLED);

	(void)where;
	if (!bits) return false;
	future_take(f, value_of(f, w), w, w->since, bits);
	return true;
}

const struct conc_selectable conc_future_selectable = {
        .operation = "future",
        .enlist = future_enlist,
        .delist = future_delist,
        .attempt = future_attempt,
        .closed = "reads a future that was cancelled",
};

/* ---- Stopping the program ---- */

void conc_abi_null_future(const char *where)
{
	conc_stop(where, conc_thread_self(), "a future by a null pointer");
}

void conc_abi_future_refuses(struct conc_future *f, const char *where)
{
	conc_stop(where, conc_thread_self(), "fulfils a future that was %s",
	          conc_abi_future_is(f, CANCELLED) ? "cancelled" : "fulfilled before");
}

void conc_abi_future_waited_for(const struct conc_future *f)
{
	uintptr_t word = load_relaxed(&f->conc_state);
	const struct conc_waiter *w = (const struct conc_waiter *)(word & ~(uintptr_t)15);
	char name[64];

	if (word == WRITING)
		conc_stop(NULL, conc_thread_self(), "a future ends while it is being fulfilled");
	if (!w->thread)
		conc_stop(NULL, conc_thread_self(),
		          "a future ends that is a member of a conc_waitset");
	conc_stop(w->thread->wait.where, conc_thread_self(),
	          "a future ends while thread %s waits for it here",
	          conc_thread_describe(w->thread, name, sizeof(name)));
}
