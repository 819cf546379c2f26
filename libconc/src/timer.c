/* SPDX-License-Identifier: MIT */
/* Timers. The heap and the calls of fire are under one lock, so that a removal that
 * returns knows that fire is over; the earliest deadline is readable without it. */
#include "timer.h"

#include <stddef.h>

#include "atomic.h"
#include "conc/duration.h"
#include "os.h"
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
	uint64_t next; /* atomic: written under the lock */
} timers = {.heap = {NULL, earlier}, .next = CONC_NEVER};

/* seq_cst: an inserter stores next and then looks who sleeps until when; a sleeper says
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

static void fire_due(uint64_t now)
{
	while (timers.heap.root && timer_of(timers.heap.root)->deadline <= now) {
		struct conc_timer *timer = timer_of(timers.heap.root);
		conc_heap_remove(&timers.heap, &timer->node);
		timer->queued = false;
		timer->fire(timer);
	}
	update_next();
}

uint64_t conc_timer_run(void)
{
	uint64_t now;

	if (conc_timer_next() == CONC_NEVER) return CONC_NEVER;
	now = conc_now();
	/* try: who holds the lock fires them, or is quick, and then we are asked again */
	if (conc_timer_next() <= now && conc_tiny_lock_try(&timers.lock)) {
		fire_due(now);
		conc_tiny_lock_release(&timers.lock);
	}
	return conc_timer_next();
}

bool conc_timer_pending(void)
{
	bool pending;

	conc_tiny_lock_acquire(&timers.lock);
	pending = timers.heap.root != NULL;
	conc_tiny_lock_release(&timers.lock);
	return pending;
}

void conc_timer_lock(void)
{
	conc_tiny_lock_acquire(&timers.lock);
}

void conc_timer_unlock(void)
{
	conc_tiny_lock_release(&timers.lock);
}

void conc_timer_reset(void)
{
	timers.heap.root = NULL;
	timers.next = CONC_NEVER;
	timers.lock.word = 0;
}
