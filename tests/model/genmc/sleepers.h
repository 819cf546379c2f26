/* SPDX-License-Identifier: MIT */
/* Workers that fall asleep, for wake.c and quiet.c: parking is a permit; the outbox is a flag, and what
 * is in it is moved under a lock; a worker's look handles the one message that there is. The driver
 * says how many WORKERS there are. Nobody sleeps with a deadline. */
#ifndef SLEEPERS_H
#define SLEEPERS_H

#include "actor_world.h"

struct conc_queue *conc_queues[CONC_QUEUES_MAX];
static struct conc_executor executor;
static struct conc_worker workers[WORKERS];
static struct conc_queue queues[2], *slots[2];
static struct conc_processor processor; /* the sender's */
static struct conc_outbox box;
static struct conc_thread threads[WORKERS];
static uint32_t listed; /* atomic: the message is in the outbox */
static int message;     /* plain: written by the sender */

const char conc_idle_operation[] = "message";

static struct conc_processor *conc_processor_current(void)
{
	return &processor;
}

/* ---- park: a permit ---- */

void conc_thread_unpark(struct conc_thread *thread)
{
	assert(exchange_acq_rel(&thread->park, CONC_PARK_NOTIFIED) != CONC_PARK_NOTIFIED);
}

void conc_thread_park(struct conc_thread *self)
{
	if (load_acquire(&self->park) != CONC_PARK_NOTIFIED) conc_relax(1);
	store_relaxed(&self->park, CONC_PARK_RUNNING);
}

int conc_thread_park_until(struct conc_thread *self, uint64_t deadline)
{
	(void)deadline;
	conc_thread_park(self);
	return 0;
}

static uint64_t sleep_until(const struct conc_worker *w)
{
	(void)w;
	return CONC_NEVER;
}

/* ---- the outbox ---- */

bool conc_outbox_has(uint32_t queue, bool all)
{
	(void)all;
	return queue == 0 && load_acquire(&listed);
}

/* Inside. */
void conc_outbox_empty(struct conc_processor *p, uint32_t number, struct conc_outbox_entry *entry)
{
	(void)p, (void)entry;
	if (number != 0 || !load_relaxed(&listed)) return;
	conc_tiny_lock_acquire(&queues[0].lock);
	store_release(&queues[0].full, 1);
	conc_tiny_lock_release(&queues[0].lock);
	store_release(&listed, 0);
}

void conc_executor_notify(struct conc_queue *queue);

static void publish(void)
{
	conc_tiny_lock_acquire(&box.lock);
	conc_outbox_empty(&processor, 0, NULL);
	conc_tiny_lock_release(&box.lock);
	conc_executor_notify(&queues[0]);
}

/* True: it has handled it. */
static bool look(struct conc_worker *w)
{
	for (uint32_t i = w->first; i < w->first + w->count; i++) {
		struct conc_queue *queue = load_acquire(&slots[i]);
		if (!queue || !load_acquire(&queue->full)) continue;
		/* acquire: as the lock */
		if (!exchange_acquire(&queue->full, 0u)) continue;
		assert(message == 1);
		return true;
	}
	return false;
}

#endif
