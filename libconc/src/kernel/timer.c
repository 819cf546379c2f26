/* SPDX-License-Identifier: MIT */
/* Timers. The heap and the calls of fire are under one lock, so fire is over when a removal
 * returns. The earliest deadline is readable without the lock.
 *
 * Threads are made ready after the lock is released, since that may start a kernel thread, which
 * may take long. Meanwhile such a thread is in a list of fired threads:
 *
 *     PARKED ──fire: CAS, under the lock──► EXPIRED, in the list ──behind it──► ready
 *
 * Nobody else makes it ready, so it does not run, and `next` is free for the list. `firing`
 * counts such lists: up under the lock when the timers are taken out, down when all threads are
 * ready. So a check whether the program is blocked finds the timer, the list, or the thread in a
 * queue. A check that found the list is not repeated, so the firer checks afterwards. */
#include "timer.h"

#include <stddef.h>

#include "conc/duration.h"
#include "scheduler.h"

static struct conc_timer *timer_of(const struct conc_heap_node *node)
{
	return (struct conc_timer *)(void *)((char *)(uintptr_t)node -
	                                     offsetof(struct conc_timer, node));
}

static bool earlier(const struct conc_heap_node *a, const struct conc_heap_node *b)
{
	return timer_of(a)->deadline < timer_of(b)->deadline;
}

static struct {
	struct conc_tiny_lock lock;
	struct conc_heap heap;
	uint64_t next;   /* atomic: written under the lock */
	uint32_t firing; /* atomic: counted up under the lock */
} timers = {.heap = {NULL, earlier}, .next = CONC_NEVER};

/* seq_cst: an inserter stores next and then looks until when the sleeper sleeps; a sleeper stores
 * until when and then looks at next. */
static void update_next(void)
{
	uint64_t next = timers.heap.root ? timer_of(timers.heap.root)->deadline : CONC_NEVER;

	if (next != timers.next) store_seq_cst(&timers.next, next);
}

uint64_t conc_timer_next(void)
{
	return load_seq_cst(&timers.next);
}

void conc_timer_add(struct conc_timer *timer)
{
	bool first;

	conc_tiny_lock_acquire(&timers.lock);
	conc_heap_insert(&timers.heap, &timer->node);
	timer->queued = true;
	first = timers.heap.root == &timer->node;
	update_next();
	conc_tiny_lock_release(&timers.lock);
	if (first) conc_scheduler_timer_changed(timer->deadline);
}

bool conc_timer_remove(struct conc_timer *timer)
{
	bool queued;

	conc_tiny_lock_acquire(&timers.lock);
	queued = timer->queued;
	if (queued) {
		conc_heap_remove(&timers.heap, &timer->node);
		timer->queued = false;
		update_next();
	}
	conc_tiny_lock_release(&timers.lock);
	return queued;
}

static void make_ready(struct conc_thread *t)
{
	for (struct conc_thread *next; t; t = next) {
		next = t->next; /* not after it is ready: it may then run */
		conc_scheduler_ready(t);
	}
	/* seq_cst: a check that no longer sees this list in conc_timer_pending sees its threads in
	 * queues; if they have run and wait again, the check below comes after the last worker has
	 * given its slot back */
	sub_seq_cst(&timers.firing, 1u);
	conc_scheduler_check_blocked();
}

uint64_t conc_timer_run(void)
{
	struct conc_thread *due = NULL, **end = &due; /* in the order of their deadlines */
	uint64_t now;

	if (conc_timer_next() == CONC_NEVER) return CONC_NEVER;
	now = conc_now();
	/* try: the holder of the lock fires them, or leaves soon, and then we are called again */
	if (conc_timer_next() > now || !conc_tiny_lock_try(&timers.lock)) return conc_timer_next();
	while (timers.heap.root && timer_of(timers.heap.root)->deadline <= now) {
		struct conc_timer *timer = timer_of(timers.heap.root);
		conc_heap_remove(&timers.heap, &timer->node);
		timer->queued = false;
		*end = timer->fire(timer);
		if (*end) end = &(*end)->next;
	}
	*end = NULL;
	if (due) add_relaxed(&timers.firing, 1u); /* published by the lock */
	update_next();
	conc_tiny_lock_release(&timers.lock);
	if (due) make_ready(due);
	return conc_timer_next();
}

bool conc_timer_pending(void)
{
	bool pending;

	conc_tiny_lock_acquire(&timers.lock);
	/* seq_cst: pairs with make_ready */
	pending = timers.heap.root != NULL || load_seq_cst(&timers.firing) != 0;
	conc_tiny_lock_release(&timers.lock);
	return pending;
}

void conc_timer_locks(void (*change)(struct conc_tiny_lock *lock))
{
	change(&timers.lock);
}

void conc_timer_reset(void)
{
	timers.heap.root = NULL;
	timers.next = CONC_NEVER;
	timers.lock.word = 0;
	timers.firing = 0;
}
