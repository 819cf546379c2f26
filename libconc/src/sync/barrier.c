/* SPDX-License-Identifier: MIT */
/*
 * barrier: conc_barrier.
 *
 * The idea. One guard protects the count of arrivals and the FIFO. The last thread to arrive takes
 * the whole FIFO and resets the count in one step, so the next round may begin at once. Then,
 * outside the guard, it runs the hook and completes the other waiters. It does not touch the
 * barrier after the hook: the first thread that continues may destroy it.
 *
 * Rejected: a sense-reversing counter that all threads spin on (user threads outnumber processors).
 */
#include "conc/barrier.h"
#include "kernel/waiting.h"
#include "port/stop.h"

void conc_barrier_init(conc_barrier *b, unsigned count, void (*hook)(conc_barrier *barrier))
{
	*b = (conc_barrier){.conc_count = count, .conc_hook = hook};
}

/* Counts the caller in. Returns whether it is the last; *others is then the ring of waiters. */
static bool arrive(struct conc_barrier *b, struct conc_waiter *w, struct conc_waiter **others)
{
	struct conc_waiter *head = conc_guard_enter(&b->conc_queue);
	bool last = ++b->conc_arrived >= b->conc_count;

	conc_edge_from(&b->conc_queue);
	if (last) {
		conc_edge_to(&b->conc_queue);
		b->conc_arrived = 0;
		*others = conc_waiters_claim_all(&head);
	} else {
		head = conc_waiters_append(head, w);
	}
	conc_guard_leave(&b->conc_queue, head);
	return last;
}

/* Takes an arrival back, unless the last thread has arrived. Returns whether it did. */
static bool withdraw(void *resource, struct conc_waiter *w)
{
	struct conc_barrier *b = resource;
	struct conc_waiter *head = conc_guard_enter(&b->conc_queue);
	bool queued = w->queued;

	if (queued) {
		head = conc_waiters_remove(head, w);
		b->conc_arrived--;
	}
	conc_guard_leave(&b->conc_queue, head);
	return queued;
}

/* Returns 1 in the last to arrive, 0 in the others; with a deadline also an error. */
static int barrier_wait(struct conc_barrier *b, uint64_t deadline, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_waiter w, *others;

	if (!b->conc_count) conc_stop(where, self, "conc_barrier %p has no count", (void *)b);
	conc_waiter_init(&w, self, NULL, 0);
	if (!arrive(b, &w, &others)) {
		conc_thread_waits(self, "conc_barrier", b, where, NULL);
		if (deadline == CONC_NEVER) return conc_waiter_wait(&w);
		return conc_waiter_wait_or_withdraw(&w, withdraw, b, deadline);
	}
	if (b->conc_hook) b->conc_hook(b);
	conc_waiters_complete_all(others, CONC_WAIT_DONE);
	return 1;
}

bool conc_abi_barrier_wait(struct conc_barrier *b, const char *where)
{
	conc_operation_on(b, CHANGES, "waits at");
	return barrier_wait(b, CONC_NEVER, where);
}

int conc_abi_barrier_wait_for(struct conc_barrier *b, conc_duration d, const char *where)
{
	conc_operation_on(b, CHANGES, "waits at");
	return barrier_wait(b, conc_timer_deadline(d), where);
}
