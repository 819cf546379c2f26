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

bool conc_abi_barrier_wait(struct conc_barrier *b, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_waiter w, *others;

	conc_operation_on(b, CHANGES, "waits at");
	if (!b->conc_count) conc_stop(where, self, "conc_barrier %p has no count", (void *)b);
	conc_waiter_init(&w, self, NULL, 0);
	if (!arrive(b, &w, &others)) {
		conc_thread_waits(self, "conc_barrier", b, where, NULL);
		conc_waiter_wait(&w);
		return false;
	}
	if (b->conc_hook) b->conc_hook(b);
	conc_waiters_complete_all(others, CONC_WAIT_DONE);
	return true;
}
