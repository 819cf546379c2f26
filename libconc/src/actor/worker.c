/* SPDX-License-Identifier: MIT */
/*
 * worker: the rounds, the sleep and the visits of workers.
 *
 * The idea. A worker is a role that one user thread plays at a time, on whatever processor that
 * thread runs. It works in rounds: first the outbox of its processor (messages for its own queues
 * are handled at once, others are published), then the inboxes of the queues in its slots.
 *
 * Sleep. A worker that has found nothing announces its sleep (asleep, and the count that senders
 * look at), makes all processors pass a barrier, and looks once more:
 *
 *     sender:  record; (light barrier); does anybody sleep? the queue's owner: publish, wake
 *     worker:  asleep = 1, count++; heavy barrier; anything for me? then awake; else park
 *
 * While others work, it wakes from time to time to look for a queue to steal (steal.c). When all
 * sleep, no worker wakes by itself.
 *
 * Visits. Waking a worker costs more than most behaviours. So a worker that has nothing to do but
 * one message, which it has just sent to a queue of a sleeping worker, handles that queue itself:
 * it takes the claim and keeps it, while the slot stays the other's. In this way a few actors that
 * only answer one another come together on one worker. If the sending behaviour goes on instead,
 * its second message wakes the other worker, or that worker's deadline does.
 *
 * Invariant. Before a worker's thread leaves its processor, all its messages are published
 * (the kernel layer calls conc_leave_hook).
 */
#include "conc/thread.h"
#include "executor.h"

enum {
	LOCAL_MAX = 64,    /* entries of the outbox in one round */
	YIELD_MASK = 4095, /* a worker yields after so many rounds in any case */
	SPINS = 3,         /* rounds without work before it sleeps */
	SPIN_PAUSES = 50,
	NAP = 100000,      /* ns */
	PUBLISH = 1000000, /* ns: how often a busy worker publishes others' outboxes */
};

/* ---- a queue ---- */

static bool claim(struct conc_queue *queue, struct conc_worker *w)
{
	/* release: as in conc_queue_release: a thief of w's previous queue may read this value
	 * instead of null */
	store_release(&w->processing, queue);
	conc_executor_light_barrier(); /* pairs with the heavy barrier of take_over */
	/* acquire: pairs with the CAS that made it w's */
	return CONC_LIKELY(load_acquire(&queue->claim) == (uintptr_t)w) ||
	       conc_queue_claim_slow(queue, w);
}

static enum conc_round run_queue(struct conc_worker *w, struct conc_thread *self,
                                 struct conc_queue *queue)
{
	if (claim(queue, w)) return conc_worker_run(w, self, queue, NULL, NULL);
	conc_worker_count(&w->statistics.missed_gulps, 1);
	w->missed = true;
	return CONC_ROUND_NOTHING;
}

/* ---- a round ---- */

/* Returns the queue at that place of the outbox's list, or null. */
static struct conc_queue *listed(struct conc_processor *p, uint32_t place)
{
	struct conc_outbox *box = p->outbox;

	/* relaxed: others only remove entries, and the caller looks again inside */
	if (!box || place >= load_relaxed(&box->count)) return NULL;
	return load_relaxed(&conc_queues[box->list[place]]);
}

/* Publishes the entry of the queue, unless it is w's own or visited. Then unlists the entry if it
 * is empty. Returns whether it did. */
static bool publish_visited(struct conc_processor *p, struct conc_queue *queue, uint32_t place,
                            bool own)
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

/* True if w's only work is what it has sent to that queue, and the queue's worker is idle and, if
 * asleep, has a deadline. */
static bool may_visit(struct conc_worker *w, struct conc_queue *queue,
                      const struct conc_outbox *box)
{
	/* relaxed: hints; the claim decides */
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

static enum conc_round run_local(struct conc_worker *w, struct conc_thread *self)
{
	enum conc_round round = CONC_ROUND_NOTHING;
	struct conc_queue *queue;
	uint32_t place = 0;

	for (int i = 0; i < LOCAL_MAX; i++) {
		struct conc_processor *p = conc_processor_current();
		bool own;
		if (!(queue = listed(p, place))) break;
		/* relaxed: the queue may have been stolen just now; the claim decides */
		own = load_relaxed(&queue->owner) == w || may_visit(w, queue, p->outbox);
		if (own) {
			enum conc_round now = run_queue(w, self, queue);
			if (now == CONC_ROUND_GONE) return CONC_ROUND_GONE;
			if (now == CONC_ROUND_NOTHING) own = load_relaxed(&queue->owner) == w;
			p = conc_processor_current(); /* a behaviour may have yielded */
		}
		round = CONC_ROUND_WORKED;
		if (!p->outbox || !publish_visited(p, queue, place, own)) place++;
	}
	return round;
}

static enum conc_round run_inboxes(struct conc_worker *w, struct conc_thread *self)
{
	struct conc_queue **slots = w->executor->slots;
	enum conc_round round = CONC_ROUND_NOTHING;

	for (uint32_t i = w->first; i < w->first + w->count; i++) {
		/* acquire: pairs with the thief's store; null: in the middle of a swap */
		struct conc_queue *queue = load_acquire(&slots[i]);
		enum conc_round now;
		if (!queue || !load_relaxed(&queue->full)) continue;
		now = run_queue(w, self, queue);
		if (now == CONC_ROUND_GONE) return CONC_ROUND_GONE;
		if (now == CONC_ROUND_WORKED) round = CONC_ROUND_WORKED;
	}
	return round;
}

/* The outbox of this processor will be published before w rests. relaxed: a hint */
static inline void mark_in_round(bool does)
{
	struct conc_outbox *box = conc_processor_current()->outbox;

	if (box) store_relaxed(&box->in_round, does);
}

static enum conc_round run_round(struct conc_worker *w, struct conc_thread *self)
{
	enum conc_round local, inboxes = CONC_ROUND_NOTHING;

	mark_in_round(true);
	local = run_local(w, self);
	if (local != CONC_ROUND_GONE) inboxes = run_inboxes(w, self);
	if (local == CONC_ROUND_GONE || inboxes == CONC_ROUND_GONE) return CONC_ROUND_GONE;
	if (local == CONC_ROUND_WORKED || inboxes == CONC_ROUND_WORKED) return CONC_ROUND_WORKED;
	mark_in_round(false);
	return CONC_ROUND_NOTHING;
}

/* ---- nothing to do ---- */

/* Reports whether there are messages for w; after the heavy barrier it misses none. Unless `all`,
 * it leaves out outboxes in a round: the workers there will publish, or visit. */
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

	conc_operation_touches(ex, GIVES);
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
	conc_executor_notify_quiet(waiters);
}

/* How often the sleep of an idle worker is doubled: 5 times, or more if there are many workers,
 * which would otherwise keep all CPUs busy with looks at each other's queues, and never all sleep
 * at once. */
static uint32_t doubled_most(uint32_t workers)
{
	uint32_t most = 5;

	for (; workers >= 32; workers /= 2) most++;
	return most;
}

/* The deadline: while other workers work, there may be something to steal. */
static uint64_t sleep_until(const struct conc_worker *w)
{
	const struct conc_executor *ex = w->executor;
	uint32_t doubled = load_relaxed(&w->idle) - SPINS - 1;

	if (ex->config.stealing == CONC_STEAL_NONE) return CONC_NEVER;
	/* relaxed: a worker that begins to work when all sleep wakes one without a deadline */
	if (load_relaxed(&ex->sleeping) + 1 >= ex->worker_count) return CONC_NEVER;
	if (doubled > 5 && doubled > doubled_most(ex->worker_count))
		doubled = doubled_most(ex->worker_count);
	return (uint64_t)conc_now() + ((uint64_t)ex->config.steal_interval << doubled);
}

/* Returns true if no thread woke w: it then looks into all outboxes. */
static bool sleep(struct conc_worker *w, struct conc_thread *self)
{
	uint64_t deadline = sleep_until(w);
	bool timed = deadline != CONC_NEVER, all = !timed;

	announce(w, self, timed);
	conc_executor_heavy_barrier();
	conc_worker_count(&w->statistics.sleeps, 1);
	/* acquire: pairs with the release in end_workers */
	if (!load_acquire(&w->executor->stopping) && !has_work(w, !timed)) {
		conc_thread_waits(self, conc_idle_operation, w, w->executor->where, NULL);
		if (conc_thread_park_until(self, deadline) == 0) return false;
		all = true;
	}
	/* if a waker has unlisted w, its permit has come or will come */
	if (conc_executor_unsleep(w)) return all;
	conc_thread_park(self);
	return false;
}

/* After a round without work. False: the worker must end. */
static bool rest(struct conc_worker *w, struct conc_thread *self)
{
	struct conc_executor *ex = w->executor;
	uint32_t idle = load_relaxed(&w->idle);
	bool all = false;

	if (load_acquire(&ex->stopping)) return false;
	store_relaxed(&w->looked, (uint64_t)conc_now());
	/* a look before it spins marks a queue; one that still waits after a sleep is stolen */
	if ((idle == 0 || idle > SPINS) && conc_worker_steal(w)) {
		store_relaxed(&w->idle, 0);
		return true;
	}
	store_relaxed(&w->idle, idle + 1);
	if (idle < SPINS && !conc_schedule_verified()) {
		conc_yield();
		if (load_relaxed(&conc_scheduler.limit) > 1) conc_relax(SPIN_PAUSES);
	} else if (w->missed) {
		/* a queue of w's has messages, but a visitor, or the worker it was stolen from,
		 * still handles it and will not tell: w looks again after a while */
		w->missed = false;
		conc_thread_waits(self, "queue in other hands", w, ex->where, NULL);
		conc_thread_park_until(self, (uint64_t)conc_now() + (uint64_t)NAP);
	} else {
		all = sleep(w, self);
	}
	if (has_work(w, all)) conc_outbox_publish_every(all);
	return true;
}

/* Yields if other threads wait for the processor. */
static void worker_yield(struct conc_worker *w, uint32_t rounds)
{
	struct conc_processor *p = conc_processor_current();

	/* relaxed: hints; a yield publishes the outbox, so it has to be worth it */
	if (conc_ring_count(&p->ring) || conc_deque_count(&p->deque) ||
	    load_relaxed(&conc_scheduler.inject_count) || load_relaxed(&p->attention) ||
	    (rounds & YIELD_MASK) == 0)
		conc_yield();
	/* a thread that has sent and now computes does not publish, and w, which does not sleep,
	 * does not look */
	if (CONC_UNLIKELY((rounds & YIELD_MASK) == 0) &&
	    (uint64_t)conc_now() - w->published > PUBLISH) {
		conc_outbox_publish_every(true);
		w->published = (uint64_t)conc_now();
	}
	if (CONC_UNLIKELY(load_relaxed(&w->executor->untimed))) conc_executor_wake_stealer(w);
}

void conc_worker_main(void *frame)
{
	struct conc_worker *w = *(struct conc_worker **)frame;
	struct conc_executor *ex = w->executor;
	struct conc_thread *self = conc_thread_self();
	struct conc_chunk *chunk = w->rest;

	w->rest = NULL;
	if (chunk && conc_worker_run(w, self, w->rest_queue, chunk, w->rest_at) == CONC_ROUND_GONE)
		return;
	for (uint32_t rounds = 1;; rounds++) {
		enum conc_round round = run_round(w, self);
		if (round == CONC_ROUND_GONE) return;
		if (round == CONC_ROUND_NOTHING && !rest(w, self)) break;
		if (round == CONC_ROUND_WORKED) {
			store_relaxed(&w->idle, 0);
			worker_yield(w, rounds);
		}
	}
	conc_worker_leave(ex, false);
}
