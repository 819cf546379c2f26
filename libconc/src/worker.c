/* SPDX-License-Identifier: MIT */
/*
 * worker: who handles messages.
 *
 * The idea. A worker is a role, and at any time one user thread plays it, on whatever processor
 * that thread runs. It goes round: first what its processor's outbox has (for its own queues:
 * handled at once; for others: published), then the inboxes of the queues in its slots. It calls
 * behaviours on its own stack. One that waits (for a channel, a lock, a sleep, anything that parks)
 * takes the thread with it: just before it parks, the actor is held and another thread takes over
 * the role, with what was left of the gulp. When the behaviour has returned, its thread handles
 * what was sent to the actor meanwhile, lets it go, and ends. So a behaviour that does not wait
 * pays nothing for those that may, and none waits for another.
 *
 *     actor:  free ── hand over: the thread that is about to park ──► held
 *             held ── a record comes to it: the worker ──► held, the record waits in conc_more
 *             held ── nothing waits any more: the thread that ran the behaviour, under its lock,
 *                     after publishing what it sent ──► free
 *
 * A held actor may have ended: it is held until its thread touches it no more, so that a fence,
 * behind which the actor is freed, waits for that. The same holds for a destroy that waits.
 *
 * Sleep. A worker that has found nothing announces itself (asleep, and the count that senders look
 * at), makes all processors pass a barrier, and looks once more at its inboxes and at all outboxes:
 *
 *     sender:  record; (light barrier); does anybody sleep? the queue's owner: publish, wake
 *     worker:  asleep = 1, count++; heavy barrier; anything for me? then awake; else park
 *
 * While others work, it wakes from time to time to see whether there is a queue to steal (steal.c);
 * when all sleep, nobody wakes by himself.
 *
 * Visits. To wake a worker costs more than most behaviours. So a worker that has nothing to do but
 * the one message that it has just sent to a queue of one that sleeps handles that queue itself: it
 * takes the claim, and keeps it, while the slot stays the other's. A few actors that only answer
 * one another come together on one worker in that way. If the sending behaviour goes on instead,
 * its second message wakes the other, or that one's deadline does.
 *
 * Invariants. A gulp belongs to the role (its thread, or rest). Nobody parks between taking a claim
 * and giving it back but by handing over. Before a worker's thread leaves its processor all it sent
 * is published (processor.c calls conc_outbox_publish).
 */
#include <stdlib.h>

#include "conc/abi_task.h"
#include "conc/thread.h"
#include "actor_debug.h"
#include "executor.h"
#include "message.h"
#include "os.h"
#include "scheduler.h"
#include "stop.h"
#include "supervision.h"

enum round { NOTHING, WORKED, GONE /* the role is another thread's */ };

enum {
	LOCAL_MAX = 64,    /* entries of the outbox in one round */
	YIELD_MASK = 4095, /* rounds after which it looks in any case whether others wait to run */
	SPINS = 3,         /* rounds without work before it sleeps */
	SPIN_PAUSES = 50,
};

/* ---- threads ---- */

struct start {
	void (*run)(void *argument);
	void *argument;
};

static void run_start(void *frame)
{
	struct start start = *(struct start *)frame;

	start.run(start.argument);
}

void conc_worker_spawn(const char *name, void (*run)(void *argument), void *argument)
{
	struct conc_abi_task_type type = {
	        .name = name,
	        .run = run_start,
	        .size = sizeof(struct start),
	        .align = _Alignof(struct start),
	};
	struct conc_thread *t;
	struct start *start = conc_abi_task_new(&type, NULL, &t);

	*start = (struct start){run, argument};
	conc_abi_task_start(t);
	conc_abi_task_detach(t);
}

/* ---- one message ---- */

static __attribute__((noinline)) bool is_shared(struct conc_chunk *chunk)
{
	/* acq_rel: what the others did in it is over */
	if (sub_acq_rel(&chunk->users, 1) > 1) return true;
	store_relaxed(&chunk->users, 0);
	return false;
}

static inline void let_go_of_chunk(struct conc_chunk *chunk)
{
	/* relaxed: 0 if nobody else knows it */
	if (CONC_LIKELY(!load_relaxed(&chunk->users) || !is_shared(chunk)))
		conc_chunk_free(conc_processor_current(), chunk);
}

/* Looked at after the behaviour: conc_set_disposition may have changed it. */
static inline bool needs_finish(const struct conc_record *record)
{
	enum conc_abi_record kind = conc_record_kind(record);

	return kind != CONC_RECORD_VALUE && kind != CONC_RECORD_REFERENCE;
}

static void put_aside(struct conc_actor_more *more, const struct conc_record *record)
{
	struct conc_processor *p = conc_processor_current();
	size_t size = conc_record_size(record);

	if (!more->last || (size_t)(conc_chunk_limit(more->last) - more->last->end) < size) {
		struct conc_chunk *chunk = conc_chunk_new(p);
		chunk->next = NULL;
		chunk->begin = chunk->end = conc_chunk_data(chunk);
		if (more->last) more->last->next = chunk;
		else more->first = chunk;
		more->last = chunk;
	}
	__builtin_memcpy(more->last->end, record, size);
	more->last->end += size;
}

/* True if the actor is held: the record waits with it. */
static bool defer(struct conc_actor *actor, const struct conc_record *record)
{
	struct conc_actor_more *more = actor->conc_more;
	bool held;

	conc_tiny_lock_acquire(&more->lock);
	/* relaxed: let go under the lock */
	held = load_relaxed(&actor->conc_ticket) & CONC_TICKET_HELD;
	if (held) put_aside(more, record);
	conc_tiny_lock_release(&more->lock);
	return held;
}

static void pass_fence(struct conc_delivery *d, struct conc_actor *actor,
                       struct conc_record *record, struct conc_queue *queue)
{
	struct conc_fence *fence =
	        (struct conc_fence *)(record->site & ~(uintptr_t)CONC_RECORD_KINDS);
	/* acquire: pairs with take_aside */
	bool ended = load_acquire(&actor->conc_ticket) & CONC_TICKET_ENDED;

	if (!fence) { /* it has ended in a thread that is no worker */
		conc_actor_await_burial(actor, queue);
		return;
	}
	if (!ended) conc_actor_end(actor, CONC_FINISHED, NULL, d, queue);
	/* who waits frees the actor */
	if (d->worker) conc_thread_unpark(fence->thread);
	else d->fence = fence;
}

/* Nobody handles it; its destroy may wait. */
static void dispose(struct conc_delivery *d, struct conc_record *record, struct conc_queue *queue)
{
	d->disposes = true;
	conc_record_undelivered(record, queue);
	d->disposes = false;
}

/* The actor's ticket is not the queue's, or the record is none of a message. True: its behaviour
 * may run. */
static __attribute__((noinline)) bool admit(struct conc_delivery *d, struct conc_record *record,
                                            struct conc_queue *queue)
{
	struct conc_actor *actor = record->actor;
	/* acquire: pairs with hold and take_aside */
	uint64_t ticket = load_acquire(&actor->conc_ticket);

	d->record = record;
	if (ticket & CONC_TICKET_HELD && defer(actor, record)) return false;
	if (conc_record_kind(record) == CONC_RECORD_FENCE) {
		pass_fence(d, actor, record, queue);
		return false;
	}
	/* acquire: as above; it may have been let go */
	if (load_acquire(&actor->conc_ticket) & CONC_TICKET_ENDED) {
		dispose(d, record, queue);
		return false;
	}
	if (CONC_UNLIKELY(conc_actor_debug)) conc_actor_check_record(record);
	return true;
}

/* The behaviour has failed: what becomes of the actor; as if the behaviour still ran. */
static __attribute__((noinline)) conc_disposition fail(struct conc_delivery *d)
{
	struct conc_record *record = d->record;

	return conc_supervision_failed(record->actor, conc_record_site(record), d->status);
}

static inline conc_disposition call(struct conc_delivery *d, struct conc_record *record,
                                    void *message)
{
	conc_disposition how;

	d->record = record;
	how = conc_record_site(record)->conc_run(record->actor, message);
	return CONC_UNLIKELY(how == CONC_FAILED) ? fail(d) : how;
}

/* ---- a behaviour that has waited ---- */

/* One that was put aside: the actor is still held, so nothing of admit but its end applies. */
static void run_aside(struct conc_delivery *d, struct conc_record *record, struct conc_queue *queue)
{
	struct conc_actor *actor = record->actor;
	conc_disposition how;

	if (conc_record_kind(record) == CONC_RECORD_FENCE) {
		pass_fence(d, actor, record, queue);
		return;
	}
	if (load_relaxed(&actor->conc_ticket) & CONC_TICKET_ENDED) {
		conc_record_undelivered(record, queue);
		return;
	}
	if (conc_actor_debug) conc_actor_check_record(record);
	how = call(d, record, conc_record_message(record));
	if (needs_finish(record)) conc_delivery_finish(d, record);
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
		}
		next = chunk->next;
		let_go_of_chunk(chunk);
	}
}

/* Under the lock of more: lets the actor go if nothing waits; else yields what does. */
static struct conc_chunk *take_aside(struct conc_actor *actor, struct conc_actor_more *more)
{
	struct conc_chunk *chunk = more->first;
	uint64_t ticket = load_relaxed(&actor->conc_ticket);

	more->first = more->last = NULL;
	if (chunk) return chunk;
	ticket &= ~CONC_TICKET_HELD;
	/* release: publishes what was done to the actor to admit, and to the worker's look at the
	 * ticket */
	store_release(&actor->conc_ticket, ticket);
	return NULL;
}

/* Runs what waits for the actor that is held, then lets it go: after that it may be gone. */
static void let_go(struct conc_delivery *d, struct conc_queue *queue)
{
	struct conc_actor *actor = d->held;
	struct conc_actor_more *more = actor->conc_more;
	struct conc_chunk *chunk;

	for (;;) {
		conc_outbox_publish(conc_processor_current());
		conc_tiny_lock_acquire(&more->lock);
		chunk = take_aside(actor, more);
		conc_tiny_lock_release(&more->lock);
		if (!chunk) break;
		run_list_aside(d, chunk, queue);
	}
	if (d->bury) conc_actor_send_to_burial(actor, queue);
	if (d->fence) conc_thread_unpark(d->fence->thread);
}

/* A thread of the executor ends; it may be gone then. */
static void leave(struct conc_executor *ex, bool detached)
{
	struct conc_quiet_waiter *waiters;

	conc_tiny_lock_acquire(&ex->lock);
	ex->threads--;
	if (detached) store_relaxed(&ex->detached, ex->detached - 1);
	waiters = conc_executor_waiters(ex);
	conc_tiny_lock_release(&ex->lock);
	conc_executor_tell(waiters);
}

/* After a behaviour that waited, or a destroy, on a thread that is no worker's any more. */
static __attribute__((noinline)) void finish_detached(struct conc_delivery *d,
                                                      struct conc_queue *queue, uint64_t handled,
                                                      uint64_t gulped)
{
	struct conc_executor *ex = d->executor;

	let_go_of_chunk(d->chunk);
	add_relaxed(&ex->outside, handled);
	add_relaxed(&ex->gulped_outside, gulped);
	if (d->held) let_go(d, queue);
	leave(ex, true);
}

/* By who handles its messages. */
static void hold(struct conc_actor *actor)
{
	conc_actor_get_more(actor);
	conc_actor_flag(actor, CONC_TICKET_HELD);
}

static void share_chunk(struct conc_chunk *chunk)
{
	if (load_relaxed(&chunk->users)) add_relaxed(&chunk->users, 1u);
	else store_relaxed(&chunk->users, 2);
}

static void work(void *worker);

static void hand_over(struct conc_delivery *d)
{
	struct conc_worker *w = d->worker;
	struct conc_executor *ex = w->executor;

	d->held = d->disposes ? NULL : d->record->actor;
	if (d->held) hold(d->held);
	share_chunk(d->chunk);
	w->rest = d->chunk;
	w->rest_at = (char *)d->record + conc_record_size(d->record);
	w->rest_queue = load_relaxed(&w->processing);
	conc_worker_count(&w->statistics.handed_over, 1);
	d->worker = NULL;
	conc_tiny_lock_acquire(&ex->lock);
	ex->threads++;
	store_relaxed(&ex->detached, ex->detached + 1);
	conc_tiny_lock_release(&ex->lock);
	conc_outbox_publish(conc_processor_current());
	conc_worker_spawn("actor worker", work, w);
}

void conc_worker_hand_over(struct conc_thread *self)
{
	for (; self; self = self->inline_parent)
		if (self->delivery && self->delivery->worker) {
			hand_over(self->delivery);
			return;
		}
}

struct conc_delivery *conc_delivery_current(void)
{
	struct conc_thread *self = conc_thread_self_or_null();

	for (; self; self = self->inline_parent)
		if (self->delivery) return self->delivery;
	return NULL;
}

/* ---- a gulp ---- */

/* Messages that have waited long come from far away. The processor's own prefetching ends with a
 * chunk. */
enum { AHEAD = 512 /* bytes */ };

static inline void prefetch(const struct conc_chunk *chunk)
{
	for (int i = 0; chunk && i <= AHEAD; i += CONC_CACHE_LINE)
		__builtin_prefetch((const char *)chunk + i);
}

/* The message of a record that is no plain value, and where the next one is. */
static __attribute__((noinline)) char *behind(struct conc_record *record, void **message)
{
	*message = conc_record_message(record);
	return (char *)record + conc_record_size(record);
}

/* After a behaviour that has waited, or said something, or whose message is to be disposed of,
 * which may wait as well. False: the role is another thread's. */
static __attribute__((noinline)) bool finish(struct conc_delivery *d, struct conc_record *record,
                                             conc_disposition how, struct conc_queue *queue,
                                             uint64_t handled, uint64_t gulped)
{
	if (needs_finish(record)) conc_delivery_finish(d, record);
	if (how != CONC_NODELETE)
		conc_actor_end(record->actor, how, conc_record_site(record), d, queue);
	if (CONC_LIKELY(d->worker != NULL)) return true;
	finish_detached(d, queue, handled, gulped);
	return false;
}

/* The records of a chunk, from at on. ticket: what an actor of the queue has that is nothing
 * special; in debug mode one that none has. False: the role is another thread's, which has the
 * rest. */
static inline __attribute__((always_inline)) bool
run_chunk(struct conc_delivery *d, struct conc_queue *queue, uint64_t ticket, char *at)
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
		/* acquire: pairs with take_aside */
		if (CONC_UNLIKELY(load_acquire(&actor->conc_ticket) != ticket ||
		                  kind == CONC_RECORD_FENCE) &&
		    !admit(d, record, queue)) {
			others++;
			if (CONC_LIKELY(d->worker != NULL)) continue;
			finish_detached(d, queue, count - others, count);
			return false;
		}
		how = call(d, record, message);
		if (CONC_UNLIKELY(how != CONC_NODELETE || !d->worker || needs_finish(record)) &&
		    !finish(d, record, how, queue, count - others, count))
			return false;
	}
	conc_worker_count(&w->statistics.received, count - others);
	conc_worker_count(&w->statistics.gulped, count);
	return true;
}

static inline __attribute__((always_inline)) bool
run_chunks(struct conc_delivery *d, struct conc_queue *queue, struct conc_chunk *chunk, char *at)
{
	const uint64_t ticket = CONC_UNLIKELY(conc_actor_debug) ? 0 : queue->ticket;
	struct conc_chunk *next;

	for (; chunk; chunk = next) {
		d->chunk = chunk;
		next = chunk->next;
		prefetch(next);
		if (!run_chunk(d, queue, ticket, at ? at : chunk->begin)) return false;
		at = NULL;
		let_go_of_chunk(chunk);
	}
	conc_worker_count(&d->worker->statistics.gulps, 1);
	return true;
}

/* ---- a queue ---- */

static bool claim(struct conc_queue *queue, struct conc_worker *w)
{
	/* release: who waits for w to be done with another queue and reads this instead has the
	 * same */
	store_release(&w->processing, queue);
	conc_executor_light_barrier(); /* pairs with the heavy barrier of take_over */
	/* acquire: pairs with the CAS that made it w's */
	return CONC_LIKELY(load_acquire(&queue->claim) == (uintptr_t)w) ||
	       conc_queue_claim_slow(queue, w);
}

/* The inbox first: what is in the outbox may be younger, and is of the same senders. */
static inline struct conc_chunk *gulp(struct conc_queue *queue, struct conc_processor *p)
{
	/* acquire: pairs with conc_queue_append, of those whose messages are older */
	if (CONC_UNLIKELY(load_acquire(&queue->full))) return conc_queue_gulp(queue);
	return conc_outbox_gulp(p, queue->number);
}

enum { GENERATION = 128 /* actors whose memory waits in a queue that is never empty */ };

/* The queue is claimed. chunk, at: what is left of a gulp, or null. */
static enum round run_claimed(struct conc_worker *w, struct conc_thread *self,
                              struct conc_queue *queue, struct conc_chunk *chunk, char *at)
{
	struct conc_delivery d = {.worker = w, .executor = w->executor};
	uint64_t enough = w->statistics.gulped + w->executor->config.batch;
	enum round round = chunk ? WORKED : NOTHING;

	self->delivery = &d;
	for (;;) {
		/* before a gulp that takes the whole inbox, not before the rest of an older one */
		if (CONC_UNLIKELY(queue->dead >= GENERATION) && !chunk)
			conc_actor_next_generation(queue);
		if (!chunk) chunk = gulp(queue, conc_processor_current());
		if (!chunk) break;
		store_relaxed(&queue->gulps, queue->gulps + 1);
		if (!run_chunks(&d, queue, chunk, at)) {
			self->delivery = NULL;
			return GONE;
		}
		chunk = NULL;
		at = NULL;
		round = WORKED;
		if (w->statistics.gulped >= enough) break;
	}
	self->delivery = NULL;
	if (CONC_UNLIKELY(queue->dying[0] || queue->dying[1]) &&
	    !conc_queue_has_messages(queue, true))
		conc_actor_bury(queue);
	conc_queue_release(w);
	return round;
}

static enum round run_queue(struct conc_worker *w, struct conc_thread *self,
                            struct conc_queue *queue)
{
	if (claim(queue, w)) return run_claimed(w, self, queue, NULL, NULL);
	conc_worker_count(&w->statistics.missed_gulps, 1);
	return NOTHING;
}

/* ---- a round ---- */

/* The entry at that place of the list, or null. */
static struct conc_queue *listed(struct conc_processor *p, uint32_t place)
{
	struct conc_outbox *box = p->outbox;

	/* relaxed: others only take away, and the caller looks again inside */
	if (!box || place >= load_relaxed(&box->count)) return NULL;
	return load_relaxed(&conc_queues[box->list[place]]);
}

/* Not a worker of this processor's: publishes what is for it. Then, in any case, takes it out of
 * the list if nothing is left. True: it is gone from that place. */
static bool settle(struct conc_processor *p, struct conc_queue *queue, uint32_t place, bool own)
{
	struct conc_outbox *box = p->outbox;
	struct conc_outbox_entry *entry = &box->entries[queue->number];
	bool entered = conc_outbox_enter(box), empty;
	uint32_t count = load_relaxed(&box->count);

	if (!own) conc_outbox_empty(p, queue->number, entry);
	empty = place < count && box->list[place] == queue->number &&
	        conc_outbox_entry_is_empty(entry);
	if (empty) {
		box->list[place] = box->list[count - 1];
		/* release: as in empty_all */
		store_release(&box->count, count - 1);
		conc_outbox_unlist(entry);
	}
	conc_outbox_leave(box, entered);
	if (!own) conc_executor_notify(queue);
	return empty;
}

/* Is what it has sent to that queue all that w has to do, and does the queue's worker sleep, but
 * will look by itself? */
static bool may_visit(struct conc_worker *w, struct conc_queue *queue,
                      const struct conc_outbox *box)
{
	/* relaxed: guesses; the claim tells */
	const struct conc_worker *owner = load_relaxed(&queue->owner);

	if (queue->executor != w->executor || load_relaxed(&box->count) != 1 ||
	    w->executor->config.stealing == CONC_STEAL_NONE || !load_relaxed(&owner->idle) ||
	    (load_relaxed(&owner->asleep) && !load_relaxed(&owner->timed)))
		return false;
	for (uint32_t i = w->first; i < w->first + w->count; i++) {
		const struct conc_queue *mine = load_acquire(&w->executor->slots[i]);
		if (mine && load_relaxed(&mine->full)) return false;
	}
	return true;
}

static enum round run_local(struct conc_worker *w, struct conc_thread *self)
{
	enum round round = NOTHING;
	struct conc_queue *queue;
	uint32_t place = 0;

	for (int i = 0; i < LOCAL_MAX; i++) {
		struct conc_processor *p = conc_processor_current();
		bool own;
		if (!(queue = listed(p, place))) break;
		/* relaxed: it may have been stolen just now; then the claim tells */
		own = load_relaxed(&queue->owner) == w || may_visit(w, queue, p->outbox);
		if (own) {
			enum round now = run_queue(w, self, queue);
			if (now == GONE) return GONE;
			if (now == NOTHING) own = load_relaxed(&queue->owner) == w;
			p = conc_processor_current(); /* a behaviour may have yielded */
		}
		round = WORKED;
		if (!p->outbox || !settle(p, queue, place, own)) place++;
	}
	return round;
}

static enum round run_inboxes(struct conc_worker *w, struct conc_thread *self)
{
	struct conc_queue **slots = w->executor->slots;
	enum round round = NOTHING;

	for (uint32_t i = w->first; i < w->first + w->count; i++) {
		/* acquire: pairs with the thief's store; null: in the middle of a swap */
		struct conc_queue *queue = load_acquire(&slots[i]);
		enum round now;
		if (!queue || !load_relaxed(&queue->full)) continue;
		now = run_queue(w, self, queue);
		if (now == GONE) return GONE;
		if (now == WORKED) round = WORKED;
	}
	return round;
}

/* What is in the outbox of this processor will be settled before w rests. relaxed: a hint */
static inline void behave(bool does)
{
	struct conc_outbox *box = conc_processor_current()->outbox;

	if (box) store_relaxed(&box->behaving, does);
}

static enum round run_round(struct conc_worker *w, struct conc_thread *self)
{
	enum round local, inboxes = NOTHING;

	behave(true);
	local = run_local(w, self);
	if (local != GONE) inboxes = run_inboxes(w, self);
	if (local == GONE || inboxes == GONE) return GONE;
	if (local == WORKED || inboxes == WORKED) return WORKED;
	behave(false);
	return NOTHING;
}

/* ---- nothing to do ---- */

/* Is there anything for w? After the heavy barrier nothing is missed. Not all: what a behaviour on
 * another processor has sent is left to that one's worker, which will publish it, or visit. */
static bool has_work(struct conc_worker *w, bool all)
{
	for (uint32_t i = w->first; i < w->first + w->count; i++) {
		struct conc_queue *queue = load_acquire(&w->executor->slots[i]);
		if (!queue || conc_queue_has_messages(queue, all)) return true;
	}
	return false;
}

static void announce(struct conc_worker *w, struct conc_thread *self, bool timed)
{
	struct conc_executor *ex = w->executor;
	struct conc_quiet_waiter *waiters;

	conc_tiny_lock_acquire(&ex->lock);
	w->thread = self;
	store_relaxed(&w->timed, timed);
	/* relaxed: the heavy barrier that follows, or seq_cst where there is none */
	store_relaxed(&w->asleep, 1);
	w->next_sleeper = ex->sleepers;
	ex->sleepers = w;
	store_relaxed(&ex->sleeping, ex->sleeping + 1);
	if (!timed) store_relaxed(&ex->untimed, ex->untimed + 1);
	add_seq_cst(&conc_abi_workers_asleep, 1u);
	waiters = conc_executor_waiters(ex);
	conc_tiny_lock_release(&ex->lock);
	conc_executor_tell(waiters);
}

/* Until when: while others work there may come something to steal. */
static uint64_t sleep_until(const struct conc_worker *w)
{
	const struct conc_executor *ex = w->executor;
	uint32_t doubled = load_relaxed(&w->idle) - SPINS - 1;

	if (ex->config.stealing == CONC_STEAL_NONE) return CONC_NEVER;
	/* relaxed: who begins to work when all sleep wakes one that has no deadline */
	if (load_relaxed(&ex->sleeping) + 1 >= ex->worker_count) return CONC_NEVER;
	if (doubled > 5) doubled = 5;
	return (uint64_t)conc_now() + ((uint64_t)ex->config.steal_interval << doubled);
}

/* True: nobody has woken it, so that it is to look everywhere. */
static bool sleep(struct conc_worker *w, struct conc_thread *self)
{
	uint64_t deadline = sleep_until(w);
	bool timed = deadline != CONC_NEVER, all = !timed;

	announce(w, self, timed);
	conc_executor_heavy_barrier();
	conc_worker_count(&w->statistics.sleeps, 1);
	/* acquire: pairs with the release in conc_executor_end */
	if (!load_acquire(&w->executor->stopping) && !has_work(w, !timed)) {
		conc_thread_waits(self, "message", w, w->executor->where, NULL);
		if (conc_thread_park_until(self, deadline) == 0) return false;
		all = true;
	}
	/* nobody has woken it, or somebody has and the permit is there or comes */
	if (conc_executor_unsleep(w)) return all;
	conc_thread_park(self);
	return false;
}

/* False: the worker is to end. */
static bool rest(struct conc_worker *w, struct conc_thread *self)
{
	struct conc_executor *ex = w->executor;
	uint32_t idle = load_relaxed(&w->idle);
	bool all = false;

	if (load_acquire(&ex->stopping)) return false;
	store_relaxed(&w->looked, (uint64_t)conc_now());
	/* a look before it spins notes what there is; what is still there after a sleep is stolen
	 */
	if ((idle == 0 || idle > SPINS) && conc_worker_steal(w)) {
		store_relaxed(&w->idle, 0);
		return true;
	}
	store_relaxed(&w->idle, idle + 1);
	if (idle < SPINS) {
		conc_yield();
		for (int i = 0; i < SPIN_PAUSES && load_relaxed(&conc_scheduler.limit) > 1; i++)
			conc_relax();
	} else {
		all = sleep(w, self);
	}
	if (has_work(w, all)) conc_outbox_publish_everybody(all);
	return true;
}

/* Others of the processor's threads wait: it is their turn. */
static void give_way(struct conc_worker *w, uint32_t rounds)
{
	struct conc_processor *p = conc_processor_current();

	/* relaxed: hints; to yield is to publish, which is to be worth it */
	if (conc_ring_count(&p->ring) || conc_deque_count(&p->deque) ||
	    load_relaxed(&conc_scheduler.inject_count) || load_relaxed(&p->attention) ||
	    (rounds & YIELD_MASK) == 0)
		conc_yield();
	if (CONC_UNLIKELY(load_relaxed(&w->executor->untimed))) conc_executor_tempt(w);
}

static enum round finish_rest(struct conc_worker *w, struct conc_thread *self)
{
	struct conc_chunk *chunk = w->rest;

	w->rest = NULL;
	return run_claimed(w, self, w->rest_queue, chunk, w->rest_at);
}

static void work(void *worker)
{
	struct conc_worker *w = worker;
	struct conc_executor *ex = w->executor;
	struct conc_thread *self = conc_thread_self();

	if (w->rest && finish_rest(w, self) == GONE) return;
	for (uint32_t rounds = 1;; rounds++) {
		enum round round = run_round(w, self);
		if (round == GONE) return;
		if (round == NOTHING && !rest(w, self)) break;
		if (round == WORKED) {
			store_relaxed(&w->idle, 0);
			give_way(w, rounds);
		}
	}
	leave(ex, false);
}

void conc_worker_start(struct conc_worker *w)
{
	conc_worker_spawn("actor worker", work, w);
}
