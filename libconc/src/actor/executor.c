/* SPDX-License-Identifier: MIT */
/*
 * executor: starting, waiting and stopping.
 *
 * Quiet. An executor is quiet when all its workers sleep, no behaviour that waited is still
 * running, and no inbox or outbox has a record. A thread that waits for quiet looks at the counts,
 * then at inboxes and outboxes after a barrier, then whether a worker has woken since. If none has,
 * it has missed no record. It is told to look whenever the last worker goes to sleep or the last
 * such behaviour ends.
 */
#include "executor.h"

#include <stdlib.h>
#include <string.h>

#include "actor_misuse.h"
#include "kernel/timer.h"
#include "port/stop.h"
#include "watch.h"

enum {
	QUEUES_PER_WORKER = 16,
	BATCH = 1024,
	STEAL_INTERVAL = 100000,
	VERIFIED = 8, /* workers in a verified run */
};

static struct {
	struct conc_tiny_lock lock;
	uint32_t generation;                /* under the lock */
	struct conc_executor *stopped;      /* under the lock: kept to be used again */
	bool ready;                         /* under the lock: the hooks are set */
	struct conc_actors_statistics last; /* under the lock: of the system that stopped last */
} common;

/* ---- waiting ---- */

/* After a heavy barrier. */
static bool is_empty(struct conc_executor *ex)
{
	for (uint32_t i = 0; i < ex->queue_count; i++)
		if (conc_queue_has_messages(&ex->queues[i], true)) return false;
	return true;
}

/* Publishes all outboxes, and wakes the workers of queues that have records. */
static void publish_and_wake(struct conc_executor *ex)
{
	conc_outbox_publish_every(true);
	for (uint32_t i = 0; i < ex->queue_count; i++)
		if (load_acquire(&ex->queues[i].full)) conc_executor_notify(&ex->queues[i]);
}

/* Lists the waiter, which is told when the executor is next at rest. True: it is at rest now. */
static bool announce(struct conc_executor *ex, struct conc_quiet_waiter *waiter, uint32_t *wakes)
{
	bool rest;

	conc_tiny_lock_acquire(&ex->lock);
	waiter->next = ex->waiters;
	waiter->notified = false;
	ex->waiters = waiter;
	rest = conc_executor_is_at_rest(ex);
	*wakes = ex->wakes;
	conc_tiny_lock_release(&ex->lock);
	return rest;
}

static bool is_still(struct conc_executor *ex, uint32_t wakes)
{
	bool still;

	conc_tiny_lock_acquire(&ex->lock);
	still = ex->wakes == wakes && conc_executor_is_at_rest(ex);
	conc_tiny_lock_release(&ex->lock);
	return still;
}

/* Takes the waiter out of the list or, if it was told already, takes its permit. */
static void renounce(struct conc_executor *ex, struct conc_quiet_waiter *waiter)
{
	struct conc_quiet_waiter **link;
	bool notified;

	conc_tiny_lock_acquire(&ex->lock);
	notified = waiter->notified;
	for (link = &ex->waiters; !notified && *link != waiter;) link = &(*link)->next;
	if (!notified) *link = waiter->next;
	conc_tiny_lock_release(&ex->lock);
	if (notified) conc_thread_park(waiter->thread);
}

static bool executor_is_quiet(struct conc_executor *ex, uint32_t wakes)
{
	conc_executor_heavy_barrier();
	if (is_empty(ex)) return is_still(ex, wakes);
	publish_and_wake(ex);
	return false;
}

static uint64_t alive(struct conc_executor *ex)
{
	struct conc_actors_statistics s;

	conc_executor_statistics(ex, &s);
	return s.created - s.ended;
}

/* A thread waits for quiet: replicas must not linger. */
static void stop_lingering(struct conc_executor *ex)
{
	const struct conc_scalable_operations *scalable;

	/* relaxed: `stop_lingering` holds the lock of each scalable; one that is not in the list
	 * yet is added behind the executor's lock, and its replicas see this */
	add_relaxed(&ex->awaited, 1u);
	conc_tiny_lock_acquire(&ex->lock);
	/* relaxed, under the lock: whoever added a scalable to the list saw it set */
	scalable = load_relaxed(&conc_scalable);
	if (scalable) scalable->stop_lingering(ex);
	conc_tiny_lock_release(&ex->lock);
}

/* Waits until no message is queued or being handled and, with `actors`, all actors have ended.
 * Returns 0; with a deadline also -ETIMEDOUT or -ECANCELED. */
static int executor_await(struct conc_executor *ex, bool actors, uint64_t deadline,
                          const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_quiet_waiter waiter = {.thread = self};
	uint32_t wakes;
	int why = 0;

	conc_operation_on(&ex->waiters, USES, "waits for the actors");
	if (!actors) stop_lingering(ex);
	for (;;) {
		conc_outbox_publish(conc_processor_current());
		if (announce(ex, &waiter, &wakes) && executor_is_quiet(ex, wakes) &&
		    (!actors || alive(ex) == 0)) {
			why = 0;
			break;
		}
		if (why) break;
		conc_thread_waits(self, actors ? "end of all actors" : "quiet of all actors", ex,
		                  where, NULL);
		if (deadline == CONC_NEVER) conc_thread_park(self);
		else why = conc_thread_park_cancellable(self, deadline);
		if (why) renounce(ex, &waiter); /* and looks once more */
	}
	conc_operation_touches(ex, TAKES);
	conc_operation_touches(&ex->waiters, CHANGES);
	if (!actors) sub_relaxed(&ex->awaited, 1u);
	renounce(ex, &waiter);
	if (!why) conc_edge_to(ex);
	return why;
}

/* Waits until the last thread of the executor has ended. `stopping` is set. */
static void wait_for_threads(struct conc_executor *ex, const char *where)
{
	struct conc_thread *self = conc_thread_self();
	struct conc_quiet_waiter waiter = {.thread = self};
	uint32_t wakes;

	while (!announce(ex, &waiter, &wakes)) {
		conc_thread_waits(self, "end of actor workers", ex, where, NULL);
		conc_thread_park(self);
	}
	conc_operation_touches(ex, TAKES);
	renounce(ex, &waiter);
	conc_edge_to(ex);
}

/* ---- starting ---- */

static void leave_hook(struct conc_processor *p)
{
	if (p->outbox) store_relaxed(&p->outbox->in_round, 0);
	conc_outbox_publish(p);
}

/* In fork's child: forgets executors, their threads, and messages on their way. */
static void forget_all(struct conc_processor *p)
{
	for (uint32_t i = 0; i < CONC_QUEUES_MAX; i++) store_relaxed(&conc_queues[i], NULL);
	common.lock.word = 0;
	conc_abi_workers_asleep = 0;
	store_relaxed(&conc_actors_system, NULL);
	conc_outbox_forget(p);
	conc_chunk_reset();
	conc_unreceived_forget();
	conc_watch_forget();
	conc_quarantine_reset();
}

/* The first of count free numbers in a row, or 0. The caller holds the lock. */
static uint32_t find_numbers(uint32_t count)
{
	uint32_t run = 0;

	for (uint32_t i = 1; i < CONC_QUEUES_MAX; i++) {
		run = conc_queues[i] ? 0 : run + 1;
		if (run == count) return i - count + 1;
	}
	return 0;
}

static void make_queues(struct conc_executor *ex)
{
	for (uint32_t i = 0; i < ex->queue_count; i++) {
		struct conc_queue *queue = &ex->queues[i];
		queue->number = ex->first_queue + i;
		queue->ticket = (uint64_t)ex->generation << 32 | queue->number;
		queue->executor = ex;
		store_relaxed(&ex->slots[i], queue);
		store_release(&conc_queues[queue->number], queue);
	}
}

static void make_workers(struct conc_executor *ex)
{
	uint32_t slot = 0;

	for (uint32_t i = 0; i < ex->worker_count; i++) {
		struct conc_worker *w = &ex->workers[i];
		w->executor = ex;
		w->index = i;
		w->random = i + 1;
		w->first = slot;
		w->count = (ex->queue_count - slot) / (ex->worker_count - i);
		for (; slot < w->first + w->count; slot++)
			store_relaxed(&ex->slots[slot]->owner, w);
	}
}

/* False: there are no numbers for so many queues. */
static bool executor_register(struct conc_executor *ex)
{
	conc_tiny_lock_acquire(&common.lock);
	if (!common.ready) {
		common.ready = true;
		conc_fork_hook = forget_all;
		conc_describe_hook = conc_delivery_describe;
		conc_leave_hook = leave_hook;
		/* release: publishes the others to a thread that reads it before it parks */
		store_release(&conc_wait_hook, conc_worker_hand_over);
	}
	ex->generation = ++common.generation;
	ex->first_queue = find_numbers(ex->queue_count);
	if (ex->first_queue) make_queues(ex);
	conc_tiny_lock_release(&common.lock);
	return ex->first_queue != 0;
}

static void *zeroed(size_t count, size_t size, const char *where)
{
	size_t bytes = (count * size + CONC_CACHE_LINE - 1) / CONC_CACHE_LINE * CONC_CACHE_LINE;
	void *memory = aligned_alloc(CONC_CACHE_LINE, bytes);

	if (!memory) conc_stop(where, conc_thread_self(), "no memory for actors");
	return memset(memory, 0, bytes);
}

/* Takes a stopped executor of the same shape, or null. Queues and workers are not freed but used
 * again: a sender may still look whether a worker sleeps, for a message handled meanwhile. */
static struct conc_executor *take_stopped(uint32_t workers, uint32_t queues)
{
	struct conc_executor **link = &common.stopped, *ex;

	conc_tiny_lock_acquire(&common.lock);
	while (*link && ((*link)->worker_count != workers || (*link)->queue_count != queues))
		link = &(*link)->next;
	ex = *link;
	if (ex) *link = ex->next;
	conc_tiny_lock_release(&common.lock);
	return ex;
}

/* As new, but for members that other threads may still read, which are as a worker left them when
 * it ended. */
static void renew(struct conc_executor *ex)
{
	store_relaxed(&ex->stopping, 0);
	store_relaxed(&ex->ended, 0);
	store_relaxed(&ex->undelivered, 0);
	store_relaxed(&ex->dropped, 0);
	store_relaxed(&ex->outside, 0);
	store_relaxed(&ex->gulped_outside, 0);
	store_relaxed(&ex->joined, 0);
	store_relaxed(&ex->self_sent, 0);
	ex->scaling = (struct conc_scaling_statistics){0};
	for (uint32_t i = 0; i < ex->worker_count; i++) {
		struct conc_worker *w = &ex->workers[i];
		w->statistics = (struct conc_actors_statistics){0};
		w->others = 0;
		store_relaxed(&w->idle, 0);
		store_relaxed(&w->looked, 0);
	}
	for (uint32_t i = 0; i < ex->queue_count; i++) {
		store_relaxed(&ex->queues[i].claim, 0);
		store_relaxed(&ex->queues[i].gulps, 0);
		store_relaxed(&ex->queues[i].mark, 0);
	}
}

static struct conc_actors_config settled(const struct conc_actors_config *given, const char *where)
{
	struct conc_actors_config config = {0};

	if (given) config = *given;
	if (!config.workers) config.workers = load_relaxed(&conc_scheduler.limit);
	if (!config.queues) {
		config.queues = config.workers == 1 ? 1 : config.workers * QUEUES_PER_WORKER;
		/* fewer if too few numbers would be left for other executors */
		while (config.queues > CONC_QUEUES_MAX / 4 && config.queues / 2 >= config.workers)
			config.queues /= 2;
	}
	if (!config.batch) config.batch = BATCH;
	if (!config.steal_interval) config.steal_interval = STEAL_INTERVAL;
	if (conc_schedule_verified()) { /* an actor, a queue, a worker: schedules/courier.c */
		config.workers = config.queues = VERIFIED;
		config.stealing = CONC_STEAL_NONE;
	}
	if (config.queues < config.workers)
		conc_stop(where, conc_thread_self(),
		          "%u queues for %u workers: each needs one of its own", config.queues,
		          config.workers);
	if (config.queues >= CONC_QUEUES_MAX) conc_misuse_many_queues(config.queues, where);
	return config;
}

struct conc_executor *conc_abi_executor_new(const struct conc_actors_config *given,
                                            const char *where)
{
	struct conc_actors_config config;
	struct conc_executor *ex;

	conc_processor_get(); /* starts the runtime */
	config = settled(given, where);
	ex = take_stopped(config.workers, config.queues);
	if (ex) {
		renew(ex);
	} else {
		ex = zeroed(1, sizeof *ex, where);
		ex->worker_count = config.workers;
		ex->queue_count = config.queues;
		ex->queues = zeroed(config.queues, sizeof *ex->queues, where);
		ex->slots = zeroed(config.queues, sizeof *ex->slots, where);
		ex->workers = zeroed(config.workers, sizeof *ex->workers, where);
	}
	ex->config = config;
	ex->where = where;
	if (!executor_register(ex)) conc_misuse_many_queues(ex->queue_count, where);
	make_workers(ex);
	ex->threads = ex->worker_count;
	for (uint32_t i = 0; i < ex->worker_count; i++)
		conc_worker_spawn("actor worker", conc_worker_main, &ex->workers[i]);
	return ex;
}

void conc_abi_executor_place(struct conc_executor *executor, struct conc_actor *actor,
                             const char *where)
{
	conc_misuse_check_replica(actor, "conc_executor_place", where);
	if (load_relaxed(&actor->conc_ticket))
		conc_stop(where, conc_thread_self(),
		          "an actor is placed in an executor after its first send");
	conc_actor_get_cold(actor)->placed = executor;
}

/* ---- stopping ---- */

static void forget_entries(const struct conc_executor *ex, struct conc_outbox *box)
{
	conc_outbox_take(box);
	for (uint32_t i = 0; i < ex->queue_count; i++) {
		struct conc_outbox_entry *entry = &box->entries[ex->first_queue + i];
		if (entry->last) conc_chunk_free(conc_processor_current(), entry->last);
		if (!load_relaxed(&entry->listed)) {
			memset(entry, 0, sizeof *entry);
			continue;
		}
		entry->ticket = 0; /* a listed entry stays in the list, empty */
		entry->first = entry->last = NULL;
		entry->start = entry->next = entry->limit = NULL;
		store_relaxed(&entry->joined, 0);
	}
	conc_outbox_give(box);
}

static void end_workers(struct conc_executor *ex, const char *where)
{
	/* release: pairs with the acquire in sleep */
	store_release(&ex->stopping, 1);
	conc_executor_heavy_barrier();
	for (uint32_t i = 0; i < ex->worker_count; i++) conc_worker_wake(&ex->workers[i]);
	wait_for_threads(ex, where);
}

static void check_outside(const struct conc_executor *ex, const char *what, const char *where)
{
	const struct conc_delivery *d = conc_delivery_current();

	if (d && d->executor == ex)
		conc_stop(where, conc_thread_self(),
		          "%s in a behaviour: it would wait for that behaviour", what);
}

static void end_executor(struct conc_executor *ex, struct conc_actors_statistics *last,
                         const char *where)
{
	const struct conc_scalable_operations *scalable;
	const struct conc_processor *p;

	executor_await(ex, false, CONC_NEVER, where);
	end_workers(ex, where);
	for (uint32_t i = 0; i < ex->queue_count; i++) conc_actor_reclaim(&ex->queues[i]);
	/* relaxed: after the quiet, which orders all handlers before it; the first scalable actor
	 * may have joined while this waited */
	scalable = load_relaxed(&conc_scalable);
	if (scalable) scalable->stop(ex);
	conc_executor_statistics(ex, last);
	for (uint32_t at = 0; (p = conc_outbox_next(&at));) forget_entries(ex, p->outbox);
	conc_tiny_lock_acquire(&common.lock);
	for (uint32_t i = 0; i < ex->queue_count; i++)
		store_release(&conc_queues[ex->first_queue + i], NULL);
	conc_tiny_lock_release(&common.lock);
	conc_watch_stop();
	conc_unreceived_report(where);
	if (conc_os_environment("CONC_STATS", 0)) conc_actor_print_statistics(last, where);
	conc_tiny_lock_acquire(&common.lock);
	ex->next = common.stopped;
	common.stopped = ex;
	conc_tiny_lock_release(&common.lock);
}

void conc_abi_executor_wait(struct conc_executor *ex, const char *where)
{
	check_outside(ex, "conc_executor_wait", where);
	executor_await(ex, true, CONC_NEVER, where);
}

int conc_abi_executor_wait_for(struct conc_executor *ex, conc_duration limit, const char *where)
{
	check_outside(ex, "conc_executor_wait_for", where);
	return executor_await(ex, true, conc_timer_deadline(limit), where);
}

void conc_abi_executor_stop(struct conc_executor *ex, const char *where)
{
	struct conc_actors_statistics last;

	check_outside(ex, "conc_executor_stop", where);
	end_executor(ex, &last, where);
}

/* ---- the system ---- */

void conc_abi_actors_start(const struct conc_actors_config *config, const char *where)
{
	struct conc_executor *ex, *seen = NULL;

	if ((seen = load_acquire(&conc_actors_system))) conc_misuse_running(seen->where, where);
	ex = conc_abi_executor_new(config, where);
	conc_actor_report_statistics();
	/* release: pairs with conc_executor_join */
	if (!cas_acq_rel(&conc_actors_system, &seen, ex)) conc_misuse_running(seen->where, where);
}

static struct conc_executor *running(const char *what, const char *where)
{
	struct conc_executor *ex = load_acquire(&conc_actors_system);

	if (!ex) conc_stop(where, conc_thread_self(), "%s: no actor system is running", what);
	check_outside(ex, what, where);
	return ex;
}

void conc_abi_actors_wait(const char *where)
{
	executor_await(running("conc_actors_wait", where), true, CONC_NEVER, where);
}

int conc_abi_actors_wait_for(conc_duration limit, const char *where)
{
	struct conc_executor *ex = running("conc_actors_wait_for", where);

	return executor_await(ex, true, conc_timer_deadline(limit), where);
}

void conc_abi_actors_stop(const char *where)
{
	struct conc_executor *ex = running("conc_actors_stop", where);
	struct conc_actors_statistics last;

	executor_await(ex, false, CONC_NEVER, where);
	/* acq_rel: only one thread stops it */
	if (!cas_acq_rel(&conc_actors_system, &ex, NULL))
		conc_stop(where, conc_thread_self(),
		          "conc_actors_stop: no actor system is running");
	end_executor(ex, &last, where);
	conc_tiny_lock_acquire(&common.lock);
	common.last = last;
	conc_tiny_lock_release(&common.lock);
}

void conc_actors_statistics(struct conc_actors_statistics *out)
{
	struct conc_executor *ex = load_acquire(&conc_actors_system);

	if (ex) {
		conc_executor_statistics(ex, out);
		return;
	}
	conc_tiny_lock_acquire(&common.lock);
	*out = common.last;
	conc_tiny_lock_release(&common.lock);
}
