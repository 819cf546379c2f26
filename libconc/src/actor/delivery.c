/* SPDX-License-Identifier: MIT */
/*
 * delivery: how messages are handled.
 *
 * The idea. A worker calls behaviours on its own stack. A behaviour that waits (anything that
 * parks) keeps the thread: just before it parks, the actor is held and another thread takes over
 * the role of the worker, with the rest of the gulp. When the behaviour has returned, its thread
 * handles the messages sent to the actor meanwhile, lets the actor go, and ends. So a behaviour
 * that does not wait pays nothing for those that may, and no behaviour waits for another.
 *
 *     actor:  free ── hand over: the thread that is about to park ──► held
 *             held ── a record comes to it: the worker ──► held, the record waits in conc_cold
 *             held ── nothing waits any more: the thread that ran the behaviour, under its lock,
 *                     after publishing what it sent ──► free
 *
 * A held actor may have ended. It is held until its thread no longer touches it, so that a fence,
 * after which the actor is freed, waits for that. The same holds for a destroy that waits.
 *
 * Invariants. A gulp belongs to the role (its thread, or rest). Between taking a claim and giving
 * it back, a thread parks only after handing over.
 */
#include <stdio.h>

#include "conc/abi_task.h"
#include "conc/thread.h"
#include "executor.h"
#include "kernel/recorder.h"
#include "message.h"
#include "supervision.h"
#include "watch.h"

/* ---- threads ---- */

void conc_worker_spawn(const char *name, void (*run)(void *frame), void *argument)
{
	struct conc_abi_task_type type = {name, run, sizeof argument, _Alignof(void *)};
	struct conc_thread *t, *self = conc_thread_self();
	uint8_t band = self->band;
	void **frame = conc_abi_task_new(&type, NULL, &t);

	*frame = argument;
	self->band = CONC_BAND_NORMAL; /* that of t, which works for others, too */
	conc_abi_task_start(t);
	self->band = band;
	conc_abi_task_detach(t);
}

/* ---- one message ---- */

static inline void let_go_of_chunk(struct conc_chunk *chunk)
{
	conc_chunk_let_go(conc_processor_current(), chunk);
}

/* The caller holds the lock of more. */
static void put_aside(struct conc_actor_cold *cold, const struct conc_record *record)
{
	struct conc_processor *p = conc_processor_current();
	size_t size = conc_record_size(record);

	if (!cold->last || (size_t)(conc_chunk_limit(cold->last) - cold->last->end) < size) {
		struct conc_chunk *chunk = conc_chunk_new(p);
		chunk->next = NULL;
		chunk->begin = chunk->end = conc_chunk_data(chunk);
		if (cold->last) cold->last->next = chunk;
		else cold->first = chunk;
		cold->last = chunk;
	}
	__builtin_memcpy(cold->last->end, record, size);
	conc_edge_moved(record, cold->last->end, size);
	cold->last->end += size;
}

/* Puts the record aside if the actor is held. Returns whether it is. */
static bool defer(struct conc_actor *actor, const struct conc_record *record)
{
	struct conc_actor_cold *cold = actor->conc_cold;
	bool held;

	conc_tiny_lock_acquire(&cold->lock);
	/* relaxed: the flag is cleared under the lock */
	held = load_relaxed(&actor->conc_ticket) & CONC_TICKET_HELD;
	if (held) put_aside(cold, record);
	conc_tiny_lock_release(&cold->lock);
	return held;
}

static void pass_fence(struct conc_delivery *d, struct conc_actor *actor,
                       struct conc_record *record, struct conc_queue *queue)
{
	struct conc_fence *fence =
	        (struct conc_fence *)(record->site & ~(uintptr_t)CONC_RECORD_KINDS);
	/* acquire: pairs with take_aside */
	bool ended = load_acquire(&actor->conc_ticket) & CONC_TICKET_ENDED;

	if (!fence) { /* from conc_actor_retire_by_record */
		conc_actor_retire(actor, queue);
		return;
	}
	if (!ended) conc_actor_end(actor, CONC_FINISHED, NULL, d, queue);
	/* the thread that is woken frees the actor */
	if (d->worker) conc_thread_unpark(fence->thread);
	else d->fence = fence;
}

struct conc_actor conc_runtime_actor = {.conc_ticket = CONC_TICKET_SCALABLE};

/* For a record that the runtime has sent to itself. False: its actor has ended, or is held. */
static bool admit_note(struct conc_record *record)
{
	struct conc_scalable *s = load_relaxed(&conc_scalable)->address(record);
	bool held;

	if (!s) return false;
	/* acquire: as in admit. If the actor is not held, only the caller may end it. */
	held = load_acquire(&record->actor->conc_ticket) & CONC_TICKET_HELD &&
	       defer(record->actor, record);
	load_relaxed(&conc_scalable)->addressed(s);
	return !held;
}

/* The actor's ticket is not the queue's, or the record is a fence. Returns whether its behaviour
 * may run. */
static __attribute__((noinline)) bool admit(struct conc_delivery *d, struct conc_record *record,
                                            struct conc_queue *queue)
{
	struct conc_actor *actor;
	uint64_t ticket;

	d->record = record;
	d->taken = d->taken_size = 0;
	if (CONC_UNLIKELY(record->actor == &conc_runtime_actor)) {
		if (!admit_note(record)) return false;
	} else if (load_acquire(&record->actor->conc_ticket) & CONC_TICKET_HELD &&
	           defer(record->actor, record)) {
		return false;
	}
	actor = record->actor;
	/* acquire, here and above: pairs with hand_over, and with take_aside, which lets the actor
	 * go */
	ticket = load_acquire(&actor->conc_ticket);
	if (ticket & CONC_TICKET_SCALABLE && !load_relaxed(&conc_scalable)->admit(d, record))
		return false;
	if (conc_record_kind(record) == CONC_RECORD_FENCE) {
		pass_fence(d, actor, record, queue);
		return false;
	}
	/* acquire: as above */
	if (load_acquire(&actor->conc_ticket) & CONC_TICKET_ENDED) {
		/* no behaviour receives the message; its destroy may wait */
		d->disposes = true;
		conc_record_undelivered(record, queue);
		d->disposes = false;
		return false;
	}
	if (CONC_UNLIKELY(conc_debug)) conc_actor_check_record(record);
	return true;
}

/* A behaviour has failed: returns the actor's disposition. May wait, as the behaviour may. */
static __attribute__((noinline)) conc_disposition fail(struct conc_delivery *d)
{
	struct conc_record *record = d->record;

	return conc_supervision_failed(record->actor, conc_record_site(record), d->status);
}

static inline conc_disposition delivery_run(struct conc_delivery *d, struct conc_record *record,
                                            void *message)
{
	conc_disposition how = conc_record_site(record)->conc_run(record->actor, message);

	return CONC_UNLIKELY(how == CONC_FAILED) ? fail(d) : how;
}

#if CONC_EDGES
struct seen {
	struct conc_delivery *delivery;
	struct conc_record *record;
	void *message;
	conc_disposition how;
};

static void run_seen(void *argument)
{
	struct seen *seen = argument;

	conc_record_edge_to(seen->record);
	seen->how = delivery_run(seen->delivery, seen->record, seen->message);
	conc_record_edge_from(seen->record);
	conc_edge_from(seen->delivery->executor);
}
#endif

static inline conc_disposition call(struct conc_delivery *d, struct conc_record *record,
                                    void *message)
{
	d->record = record;
#if CONC_EDGES
	struct seen seen = {d, record, message, CONC_NODELETE};

	conc_edge_behave(record->actor, conc_record_site(record)->conc_actor->conc_name, run_seen,
	                 &seen);
	return seen.how;
#else
	return delivery_run(d, record, message);
#endif
}

/* The same for the flight recorder, if it has room. */
static __attribute__((noinline)) conc_disposition
call_recorded(struct conc_delivery *d, struct conc_record *record, void *message)
{
	conc_disposition how;

	conc_record(conc_processor_current(), HANDLES, conc_processor_current()->current,
	            record->actor, conc_record_site(record)->conc_message->conc_name,
	            conc_record_site(record)->conc_actor->conc_name);
	how = call(d, record, message);
	conc_record(conc_processor_current(), HANDLED, conc_processor_current()->current, NULL,
	            NULL, NULL);
	return how;
}

/* ---- a behaviour that has waited ---- */

/* As admit, for a record that was put aside: this thread holds the actor. */
static void run_aside(struct conc_delivery *d, struct conc_record *record, struct conc_queue *queue)
{
	struct conc_actor *actor = record->actor;
	uint64_t ticket = load_relaxed(&actor->conc_ticket);
	conc_disposition how;

	d->record = record;
	d->taken = d->taken_size = 0;
	if (ticket & CONC_TICKET_SCALABLE && !load_relaxed(&conc_scalable)->admit(d, record))
		return;
	if (conc_record_kind(record) == CONC_RECORD_FENCE) {
		pass_fence(d, actor, record, queue);
		return;
	}
	if (ticket & CONC_TICKET_ENDED) {
		conc_record_undelivered(record, queue);
		return;
	}
	if (conc_debug) conc_actor_check_record(record);
	how = call_recorded(d, record, conc_record_message(record));
	if (conc_record_needs_finish(record)) conc_delivery_finish(d, record);
	if (how != CONC_NODELETE) conc_actor_end(actor, how, conc_record_site(record), d, queue);
	add_relaxed(&d->executor->outside, UINT64_C(1));
}

static void run_list_aside(struct conc_delivery *d, struct conc_chunk *chunk,
                           struct conc_queue *queue)
{
	struct conc_chunk *next;

	for (; chunk; chunk = next) {
		struct conc_record *record = (struct conc_record *)(void *)chunk->begin, *after;
		d->chunk = chunk;
		for (; (char *)record < chunk->end; record = after) {
			after = (struct conc_record *)(void *)((char *)record +
			                                       conc_record_size(record));
			run_aside(d, record, queue);
			after = (struct conc_record *)(void *)((char *)after + d->taken_size);
		}
		next = chunk->next;
		let_go_of_chunk(chunk);
	}
}

/* Returns the records that were put aside. If there are none, lets the actor go and returns null.
 * The caller holds the lock of more. */
static struct conc_chunk *take_aside(struct conc_actor *actor, struct conc_actor_cold *cold)
{
	struct conc_chunk *chunk = cold->first;
	uint64_t ticket = load_relaxed(&actor->conc_ticket);

	cold->first = cold->last = NULL;
	if (chunk) return chunk;
	ticket &= ~CONC_TICKET_HELD;
	/* release: publishes what was done to the actor to admit and run_chunk */
	store_release(&actor->conc_ticket, ticket);
	return NULL;
}

/* Handles the records put aside, then lets the actor go: after that it may be freed. */
static void let_go(struct conc_delivery *d, struct conc_queue *queue)
{
	struct conc_actor *actor = d->held;
	struct conc_actor_cold *cold = actor->conc_cold;
	struct conc_ends to_tell = {.actor = NULL};
	struct conc_chunk *chunk;

	for (;;) {
		conc_outbox_publish(conc_processor_current());
		conc_tiny_lock_acquire(&cold->lock);
		if (CONC_UNLIKELY(d->ended && !cold->first))
			conc_watch_end(actor, d->ended, d->status, &to_tell);
		chunk = take_aside(actor, cold);
		conc_tiny_lock_release(&cold->lock);
		if (!chunk) break;
		run_list_aside(d, chunk, queue);
	}
	conc_watch_tell(&to_tell);
	if (d->reclaim) conc_actor_retire_by_record(actor, queue);
	if (d->fence) conc_thread_unpark(d->fence->thread);
}

void conc_worker_detach(struct conc_executor *ex)
{
	conc_tiny_lock_acquire(&ex->lock);
	ex->threads++;
	store_relaxed(&ex->detached, ex->detached + 1);
	conc_tiny_lock_release(&ex->lock);
}

void conc_worker_leave(struct conc_executor *ex, bool detached)
{
	struct conc_quiet_waiter *waiters;

	conc_operation_touches(ex, GIVES);
	conc_edge_from(ex);
	conc_tiny_lock_acquire(&ex->lock);
	ex->threads--;
	if (detached) store_relaxed(&ex->detached, ex->detached - 1);
	waiters = conc_executor_waiters(ex);
	conc_tiny_lock_release(&ex->lock);
	conc_executor_notify_quiet(waiters);
}

/* After a behaviour or a destroy that waited: the thread is no longer the worker. */
static __attribute__((noinline)) void finish_detached(struct conc_delivery *d,
                                                      struct conc_queue *queue, uint64_t handled,
                                                      uint64_t gulped)
{
	struct conc_executor *ex = d->executor;

	let_go_of_chunk(d->chunk);
	add_relaxed(&ex->outside, handled);
	add_relaxed(&ex->gulped_outside, gulped);
	if (d->held) let_go(d, queue);
	conc_worker_leave(ex, true);
}

static void hand_over(struct conc_delivery *d)
{
	struct conc_worker *w = d->worker;
	struct conc_executor *ex = w->executor;

	d->held = d->disposes ? NULL : d->record->actor;
	if (d->held) {
		conc_actor_get_cold(d->held);
		conc_actor_flag(d->held, CONC_TICKET_HELD);
	}
	conc_chunk_share(d->chunk);
	w->rest = d->chunk;
	/* behind the record, and those that were taken with it */
	w->rest_at = (char *)d->record + conc_record_size(d->record) + d->taken_size;
	w->rest_queue = load_relaxed(&w->processing);
	conc_worker_count(&w->statistics.handed_over, 1);
	d->worker = NULL;
	conc_worker_detach(ex);
	conc_outbox_publish(conc_processor_current());
	conc_worker_spawn("actor worker", conc_worker_main, w);
}

void conc_worker_hand_over(struct conc_thread *self)
{
	for (; self; self = self->inline_parent)
		for (struct conc_delivery *d = self->delivery; d; d = d->outer)
			if (d->worker) {
				hand_over(d);
				return;
			}
}

void conc_delivery_describe(const struct conc_thread *t, void (*add)(void *line, const char *text),
                            void *line)
{
	const struct conc_delivery *d = t->delivery;
	const struct conc_record *record = d && d->envelope ? d->envelope : d ? d->record : NULL;
	const struct conc_abi_site *site;
	char text[200];

	if (!record || record->actor == &conc_runtime_actor ||
	    conc_record_kind(record) == CONC_RECORD_FENCE)
		return;
	site = conc_record_site(record);
	if (!site->conc_message || !site->conc_actor) return;
	snprintf(text, sizeof text, ", handling message '%s' to actor '%s' %p,",
	         site->conc_message->conc_name,
	         record->actor->conc_type ? record->actor->conc_type->conc_name
	                                  : site->conc_actor->conc_name,
	         (const void *)record->actor);
	add(line, text);
}

/* ---- a gulp ---- */

/* Messages that have waited long are not in the cache, and the hardware's prefetching ends with a
 * chunk. */
enum { AHEAD = 512 /* bytes */ };

/* Returns the next record, and the message of this one, which is no plain value. */
static __attribute__((noinline)) char *behind(struct conc_record *record, void **message)
{
	*message = conc_record_message(record);
	return (char *)record + conc_record_size(record);
}

/* After a behaviour that has waited, has not returned Nodelete, or whose message is to be disposed
 * of, which may wait. False: another thread is the worker now. */
static __attribute__((noinline)) bool finish(struct conc_delivery *d, struct conc_record *record,
                                             conc_disposition how, struct conc_queue *queue,
                                             uint64_t handled, uint64_t gulped)
{
	if (conc_record_needs_finish(record)) conc_delivery_finish(d, record);
	if (how != CONC_NODELETE)
		conc_actor_end(record->actor, how, conc_record_site(record), d, queue);
	if (CONC_LIKELY(d->worker != NULL)) return true;
	finish_detached(d, queue, handled, gulped);
	return false;
}

/* Handles the records of d->chunk, from at on. ticket: of the queue's actors, without flags; in
 * debug mode 0, which no actor has. False: another thread is the worker now, and has the rest. */
static inline __attribute__((always_inline)) bool run_chunk(struct conc_delivery *d,
                                                            struct conc_queue *queue,
                                                            uint64_t ticket, char *at,
                                                            bool recorded)
{
	struct conc_worker *w = d->worker;
	uint64_t count = 0, others = 0;
	char *end = d->chunk->end;

	while (at < end) {
		struct conc_record *record = (struct conc_record *)(void *)at;
		struct conc_actor *actor = record->actor;
		uintptr_t kind = record->site & CONC_RECORD_KINDS;
		void *message = record + 1;
		conc_disposition how;

		__builtin_prefetch(at + AHEAD);
		if (CONC_LIKELY(kind == CONC_RECORD_VALUE)) {
			at += CONC_RECORD_HEAD + conc_record_site(record)->conc_size;
		} else if (kind == CONC_RECORD_REFERENCE) {
			message = *conc_record_pointer(record);
			at += conc_record_pointed();
		} else {
			at = behind(record, &message);
		}
		count++;
		conc_schedule_received(queue);
		/* acquire: pairs with take_aside */
		if (CONC_UNLIKELY(load_acquire(&actor->conc_ticket) != ticket ||
		                  kind == CONC_RECORD_FENCE) &&
		    !admit(d, record, queue)) {
			at += d->taken_size;
			count += d->taken;
			others += 1 + d->taken;
			d->taken = d->taken_size = 0;
			if (CONC_LIKELY(d->worker != NULL)) continue;
			finish_detached(d, queue, count - others, count);
			return false;
		}
		how = recorded ? call_recorded(d, record, message) : call(d, record, message);
		if (CONC_UNLIKELY(how != CONC_NODELETE || !d->worker ||
		                  conc_record_needs_finish(record)) &&
		    !finish(d, record, how, queue, count - others, count))
			return false;
	}
	conc_worker_count(&w->statistics.gulped, count);
	if (CONC_UNLIKELY(others)) conc_worker_count(&w->others, others);
	return true;
}

static inline __attribute__((always_inline)) bool
run_chunks(struct conc_delivery *d, struct conc_queue *queue, uint64_t ticket,
           struct conc_chunk *chunk, char *at, bool recorded)
{
	struct conc_chunk *next;

	for (;;) {
		d->chunk = chunk;
		next = chunk->next;
		for (int i = 0; next && i <= AHEAD; i += CONC_CACHE_LINE)
			__builtin_prefetch((const char *)next + i);
		if (!run_chunk(d, queue, ticket, at, recorded)) return false;
		let_go_of_chunk(chunk);
		if (CONC_LIKELY(!next)) return true;
		chunk = next;
		at = chunk->begin;
	}
}

/* For the flight recorder, and the rest of a gulp, left by a thread that has handed over. */
static __attribute__((noinline)) bool run_recorded(struct conc_delivery *d,
                                                   struct conc_queue *queue, uint64_t ticket,
                                                   struct conc_chunk *chunk, char *at)
{
	return run_chunks(d, queue, ticket, chunk, at, true);
}

/* ---- a queue ---- */

/* Takes the inbox first: the outbox may have later messages of the same senders. */
static inline struct conc_chunk *gulp(struct conc_queue *queue, struct conc_processor *p)
{
	/* acquire: pairs with conc_queue_append, which published the older messages */
	if (CONC_UNLIKELY(load_acquire(&queue->full))) return conc_queue_gulp(queue);
	return conc_outbox_gulp(p, queue->number);
}

enum { EPOCH = 128 /* ended actors after which a queue begins a new epoch */ };

/* False: another thread is the worker now. */
static bool run_gulps(struct conc_delivery *d, struct conc_queue *queue, struct conc_chunk *rest,
                      char *at)
{
	struct conc_worker *w = d->worker;
	const uint64_t ticket = CONC_UNLIKELY(conc_debug) ? 0 : queue->ticket;
	uint64_t enough = w->statistics.gulped + w->executor->config.batch;
	struct conc_processor *p;
	struct conc_chunk *chunk;
	bool mine;

	if (rest && !run_recorded(d, queue, ticket, rest, at)) return false;
	do {
		/* before a gulp that takes the whole inbox, not before the rest of an older gulp */
		if (CONC_UNLIKELY(queue->retired_count >= EPOCH)) conc_actor_next_epoch(queue);
		p = conc_processor_current();
		chunk = gulp(queue, p);
		if (!chunk) return true;
		store_relaxed(&queue->gulps, queue->gulps + 1);
		if (CONC_UNLIKELY(load_relaxed(&p->events_left) != 0))
			mine = run_recorded(d, queue, ticket, chunk, chunk->begin);
		else mine = run_chunks(d, queue, ticket, chunk, chunk->begin, false);
		if (!mine) return false;
	} while (w->statistics.gulped < enough);
	return true;
}

enum conc_round conc_worker_run(struct conc_worker *w, struct conc_thread *self,
                                struct conc_queue *queue, struct conc_chunk *rest, char *at)
{
	struct conc_delivery d = {.worker = w, .executor = w->executor};
	uint64_t before = w->statistics.gulped;
	bool mine;

	self->delivery = &d;
	mine = run_gulps(&d, queue, rest, at);
	self->delivery = NULL;
	if (!mine) return CONC_ROUND_GONE;
	if (CONC_UNLIKELY(queue->retired[0] || queue->retired[1]) &&
	    !conc_queue_has_messages(queue, true))
		conc_actor_reclaim(queue);
	conc_queue_release(w);
	return rest || w->statistics.gulped != before ? CONC_ROUND_WORKED : CONC_ROUND_NOTHING;
}
