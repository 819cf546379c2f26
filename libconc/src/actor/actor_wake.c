/* SPDX-License-Identifier: MIT */
/*
 * actor_wake: wakes sleeping workers, and threads that wait for quiet.
 *
 * A worker that finds nothing lists itself as asleep, and looks once more after a heavy barrier
 * (worker.c). A thread that has put a record into an inbox looks, after a light barrier, whether
 * the queue's worker sleeps. At least one of the two sees the other.
 */
#include "executor.h"

uint32_t conc_abi_workers_asleep;

bool conc_executor_is_at_rest(const struct conc_executor *ex)
{
	return ex->stopping ? ex->threads == 0
	                    : ex->sleeping == ex->worker_count && ex->detached == 0;
}

struct conc_quiet_waiter *conc_executor_waiters(struct conc_executor *ex)
{
	struct conc_quiet_waiter *list = ex->waiters;

	if (!list || !conc_executor_is_at_rest(ex)) return NULL;
	for (struct conc_quiet_waiter *waiter = list; waiter; waiter = waiter->next)
		waiter->notified = true;
	ex->waiters = NULL;
	return list;
}

void conc_executor_notify_quiet(struct conc_quiet_waiter *list)
{
	struct conc_quiet_waiter *next;

	for (; list; list = next) {
		next = list->next;
		conc_thread_unpark(list->thread);
	}
}

/* Removes w from the list of sleepers. The caller holds the lock. */
static void unlist(struct conc_executor *ex, struct conc_worker *w)
{
	struct conc_worker **link = &ex->sleepers;

	while (*link != w) link = &(*link)->next_sleeper;
	*link = w->next_sleeper;
	store_relaxed(&w->asleep, 0);
	store_relaxed(&ex->sleeping, ex->sleeping - 1);
	if (!w->timed) store_relaxed(&ex->untimed, ex->untimed - 1);
	sub_relaxed(&conc_abi_workers_asleep, 1u);
	ex->wakes++;
}

bool conc_executor_unsleep(struct conc_worker *w)
{
	bool asleep;

	conc_tiny_lock_acquire(&w->executor->lock);
	asleep = w->asleep;
	if (asleep) unlist(w->executor, w);
	conc_tiny_lock_release(&w->executor->lock);
	return asleep;
}

void conc_worker_wake(struct conc_worker *w)
{
	if (conc_executor_unsleep(w)) conc_thread_unpark(w->thread);
}

/* Wakes a sleeper that has no deadline, if there is one, so that it may steal. */
static void wake_thief(struct conc_executor *ex)
{
	struct conc_worker *w;

	conc_tiny_lock_acquire(&ex->lock);
	for (w = ex->sleepers; w && w->timed;) w = w->next_sleeper;
	if (w) unlist(ex, w);
	conc_tiny_lock_release(&ex->lock);
	if (w) conc_thread_unpark(w->thread);
}

void conc_executor_notify(struct conc_queue *queue)
{
	struct conc_worker *w;

	if (!queue) return;
	conc_executor_light_barrier(); /* pairs with the heavy barriers of sleep and swap */
	/* acquire: pairs with the barrier of swap in steal.c */
	w = load_acquire(&queue->owner);
	if (load_relaxed(&w->asleep)) conc_worker_wake(w);
	else if (CONC_UNLIKELY(load_relaxed(&queue->executor->untimed)) &&
	         queue->executor->config.stealing != CONC_STEAL_NONE)
		wake_thief(queue->executor);
}

void conc_executor_wake_stealer(struct conc_worker *w)
{
	struct conc_executor *ex = w->executor;
	uint32_t busy = 0;

	if (ex->config.stealing == CONC_STEAL_NONE) return;
	for (uint32_t i = w->first; i < w->first + w->count && busy < 2; i++) {
		struct conc_queue *queue = load_acquire(&ex->slots[i]);
		busy += queue && conc_queue_has_messages(queue, true);
	}
	if (busy >= 2) wake_thief(ex);
}
