/* SPDX-License-Identifier: MIT */
/* cancel: the idea and the states are in cancel.h. */
#include "cancel.h"

#include "conc/cancel.h"
#include "conc/duration.h"
#include "port/os.h"
#include "port/stop.h"
#include "scheduler.h"

/* The thread's side of the store→load pair: stores cancellable and returns whether the thread is
 * cancelled. With the canceller's heavy barrier only the compiler could reorder the two unseen. */
static bool cancel_store_and_check(struct conc_thread *self, uint8_t cancellable)
{
	if (CONC_UNLIKELY(!conc_scheduler.heavy_barrier)) {
		store_seq_cst(&self->cancellable, cancellable);
		return load_seq_cst(&self->cancel) != CONC_CANCEL_NONE;
	}
	/* release: a canceller that sees 0 also sees that the wait is over */
	store_release(&self->cancellable, cancellable);
	conc_light_barrier(); /* pairs with the heavy barrier of conc_thread_cancel_barrier */
	/* acquire: a thread that asks why it was cancelled sees what the canceller did before */
	return load_acquire(&self->cancel) != CONC_CANCEL_NONE;
}

bool conc_cancel_begin(struct conc_thread *self)
{
	return cancel_store_and_check(self, 1);
}

bool conc_cancel_end(struct conc_thread *self)
{
	unsigned turns = 0;

	if (CONC_LIKELY(!cancel_store_and_check(self, 0))) return false;
	/* acquire: pairs with the release in conc_thread_cancel_finish. The canceller is between
	 * start and finish. It waits at most for a membarrier and, if it cancels a scope, for the
	 * scope's lock, under which it also finishes the other children. */
	while (load_acquire(&self->cancel) == CONC_CANCEL_CANCELLING) conc_backoff(&turns);
	conc_edge_to(&self->cancel_edge);
	return true;
}

uint64_t conc_thread_gives_up_at(const struct conc_thread *self)
{
	uint64_t at = self->deadline ? self->deadline : CONC_NEVER;

	/* acquire: as in cancel_store_and_check */
	if (load_acquire(&self->cancel) == CONC_CANCEL_NONE) return at;
	conc_edge_to(&self->cancel_edge);
	return self->shielded < at ? self->shielded : at;
}

bool conc_thread_is_cancelled(const struct conc_thread *self)
{
	uint64_t at = conc_thread_gives_up_at(self);

	return at == 0 || (at != CONC_NEVER && at <= conc_now());
}

void conc_thread_bound(struct conc_thread *t, uint64_t deadline, uint64_t shielded)
{
	t->deadline = deadline;
	t->shielded = shielded;
	t->bounded = deadline || shielded;
}

uint64_t conc_deadline(void)
{
	return conc_thread_gives_up_at(conc_thread_self());
}

bool conc_thread_cancel_start(struct conc_thread *t)
{
	uint8_t none = CONC_CANCEL_NONE;

	conc_verify_leaves_out("when signals and cancellation come");
	conc_edge_from(&t->cancel_edge);
	/* seq_cst: before the load of cancellable; pairs with the thread's side in
	 * cancel_store_and_check */
	return cas_seq_cst(&t->cancel, &none, CONC_CANCEL_CANCELLING);
}

void conc_thread_cancel_barrier(void)
{
	if (conc_scheduler.heavy_barrier) conc_os_heavy_barrier();
}

bool conc_thread_cancel_finish(struct conc_thread *t)
{
	bool expired = load_seq_cst(&t->cancellable) && conc_thread_expire(t);

	/* release: from here only the thread and its unparker write the park word */
	store_release(&t->cancel, CONC_CANCEL_CANCELLED);
	return expired;
}

void conc_thread_cancel(struct conc_thread *t)
{
	if (!conc_thread_cancel_start(t)) return;
	conc_thread_cancel_barrier();
	if (conc_thread_cancel_finish(t)) conc_scheduler_ready(t);
}

bool conc_cancelled(void)
{
	return conc_thread_is_cancelled(conc_thread_self());
}
