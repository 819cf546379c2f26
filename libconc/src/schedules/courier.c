/* SPDX-License-Identifier: MIT */
/*
 * Messages on their way, in a verified run.
 *
 * One sender's messages to one actor arrive in order, and nothing else is ordered. In other runs
 * that comes about in outboxes, queues and workers. In a verified run each actor has a queue and a
 * worker of its own (executor.c), and each pair of a sender and an actor a courier: a thread that
 * puts what was sent into the queue, one message a step. So messages to one actor come in every
 * order of the senders, those to several actors at any time, and one may overtake another that was
 * sent before it, by way of a third actor.
 *
 *     sender ──► the courier's list ──a step──► the actor's queue ──► its worker
 *
 * A courier is there while its list is not empty, and has the same number each time. As long as a
 * message is on its way, the executor is not quiet. An actor's fence (actor_end.c) waits until all
 * that was sent to it has arrived.
 */
#include <stdlib.h>

#include "actor/executor.h"
#include "actor/message.h"
#include "lane.h"
#include "port/stop.h"
#include "verify.h"

/* Never freed: its address stands in transitions for what is sent and taken over, that of queue for
 * what is put there and handled. */
struct letter {
	struct letter *next;
	struct conc_queue *queue;
	size_t size;
	_Alignas(16) char record[];
};

struct courier {
	struct courier *next;
	const void *from; /* an actor, or a thread */
	const struct conc_actor *to;
	struct letter *first, **last; /* none: there is no thread */
	struct conc_thread *fence;    /* waits until there is none; or NULL */
	uint32_t number;
};

static struct courier *couriers;
static struct letter *arrived, **last_arrived = &arrived; /* and not handled; all queues' */

static struct courier *courier_of(const void *from, const struct conc_actor *to)
{
	struct courier *c = couriers;

	while (c && (c->from != from || c->to != to)) c = c->next;
	if (c) return c;
	c = calloc(1, sizeof *c);
	if (!c) conc_stop(NULL, conc_thread_self_or_null(), "no memory for a courier");
	*c = (struct courier){.next = couriers, .from = from, .to = to, .last = &c->first};
	return couriers = c;
}

/* Where the message is received, for the story of a run: within the first line of the behaviour. */
static const void *place_of(const struct letter *letter)
{
	const struct conc_record *record = (const void *)letter->record;

	if (!letter->size) return (const void *)conc_schedule_received; /* a fence */
	return (const char *)(uintptr_t)conc_record_site(record)->conc_run + 1;
}

/* The letter is in its queue. */
static void put_down(struct letter *letter)
{
	conc_schedule_touches(&letter->queue, CONC_TOUCH_GIVES);
	letter->next = NULL;
	*last_arrived = letter;
	last_arrived = &letter->next;
}

static void carry(void *frame)
{
	struct courier *c = *(struct courier **)frame;
	struct conc_thread *fence;
	struct letter *letter;

	while ((letter = c->first)) {
		struct conc_queue *queue = letter->queue;
		struct conc_executor *ex = queue->executor;
		conc_schedule_operation(&c->to->conc_cold, CONC_TOUCH_CHANGES, "arrives at",
		                        place_of(letter));
		conc_schedule_touches(letter, CONC_TOUCH_TAKES);
		c->first = letter->next;
		if (!c->first) c->last = &c->first;
		put_down(letter);
		conc_queue_append(conc_processor_current(), queue, NULL, letter->record,
		                  letter->record + letter->size);
		conc_executor_notify(queue);
		conc_worker_leave(ex, true);
	}
	fence = c->fence;
	c->fence = NULL;
	if (fence) conc_thread_unpark(fence);
}

void *conc_schedule_courier(struct conc_queue *queue, const struct conc_actor *of,
                            const struct conc_actor *actor, size_t size)
{
	const struct conc_delivery *d = conc_delivery_current();
	struct letter *letter;
	struct courier *c;
	bool runs;

	if (!conc_schedule_verified()) return NULL;
	c = courier_of(of  ? (const void *)of
	               : d ? (const void *)d->record->actor
	                   : conc_thread_self(),
	               actor);
	letter = malloc(sizeof *letter + size);
	if (!letter) conc_stop(NULL, conc_thread_self(), "no memory for a message");
	*letter = (struct letter){.queue = queue, .size = size};
	conc_schedule_touches(letter, CONC_TOUCH_GIVES);
	runs = c->first;
	*c->last = letter;
	c->last = &letter->next;
	conc_worker_detach(queue->executor);
	if (runs) return letter->record;
	conc_schedule_same_number(&c->number);
	conc_worker_spawn("message on its way", carry, c);
	return letter->record;
}

void conc_schedule_received(const struct conc_queue *queue)
{
	struct letter **link = &arrived, *letter;

	while (*link && (*link)->queue != queue) link = &(*link)->next;
	if (!(letter = *link)) return;
	*link = letter->next;
	if (!letter->next) last_arrived = link;
	conc_schedule_operation(&letter->queue, CONC_TOUCH_TAKES, "handles a message",
	                        place_of(letter));
}

void conc_schedule_fence(struct conc_queue *queue, const struct conc_actor *actor,
                         const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct letter *fence;

	if (!conc_schedule_verified()) return;
	for (struct courier *c = couriers; c; c = c->next)
		if (c->to == actor && c->first) {
			c->fence = self;
			conc_thread_waits(self, "actor's messages", actor, where, NULL);
			conc_thread_park(self);
		}
	fence = calloc(1, sizeof *fence);
	if (!fence) conc_stop(NULL, conc_thread_self(), "no memory for a message");
	fence->queue = queue;
	put_down(fence);
}
