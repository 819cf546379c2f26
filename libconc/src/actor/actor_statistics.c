/* SPDX-License-Identifier: MIT */
/* actor_statistics: an executor's counts. Each worker counts for itself, and the reader adds up the
 * counts; it counts messages on their way by walking the inboxes. So counting costs next to nothing
 * per message. Counts that are read while the executor works are not of one moment. */
#include <inttypes.h>
#include <unistd.h>

#include "executor.h"
#include "kernel/statistics.h"
#include "port/stop.h"

uint64_t conc_queue_count(struct conc_queue *queue)
{
	uint64_t count = 0;

	conc_tiny_lock_acquire(&queue->lock);
	for (const struct conc_chunk *chunk = queue->first; chunk; chunk = chunk->next)
		for (const char *at = chunk->begin; at < chunk->end; count++)
			at += conc_record_size((const struct conc_record *)(const void *)at);
	conc_tiny_lock_release(&queue->lock);
	return count;
}

/* relaxed: exact once the executor is quiet, which orders them */
static uint64_t count_joined(const struct conc_executor *ex)
{
	uint64_t joined = load_relaxed(&ex->joined);
	const struct conc_processor *p;

	for (uint32_t at = 0; (p = conc_outbox_next(&at));)
		for (uint32_t i = 0; i < ex->queue_count; i++)
			joined += load_relaxed(&p->outbox->entries[ex->first_queue + i].joined);
	return joined;
}

/* relaxed: as above */
static void add_worker(struct conc_actors_statistics *out, const struct conc_worker *w)
{
	const struct conc_actors_statistics *s = &w->statistics;
	uint64_t others = load_relaxed(&w->others), gulped = load_relaxed(&s->gulped);

	out->ended += load_relaxed(&s->ended);
	out->received += gulped > others ? gulped - others : 0;
	out->gulped += gulped;
	out->missed_gulps += load_relaxed(&s->missed_gulps);
	out->steal_attempts += load_relaxed(&s->steal_attempts);
	out->steal_empty += load_relaxed(&s->steal_empty);
	out->steal_swaps += load_relaxed(&s->steal_swaps);
	out->steals += load_relaxed(&s->steals);
	out->stolen += load_relaxed(&s->stolen);
	out->handed_over += load_relaxed(&s->handed_over);
	out->sleeps += load_relaxed(&s->sleeps);
}

void conc_executor_statistics(struct conc_executor *ex, struct conc_actors_statistics *out)
{
	const uint64_t dropped = load_relaxed(&ex->dropped);
	const struct conc_scalable_operations *scalable;
	uint64_t queued = 0, self_sent;

	*out = (struct conc_actors_statistics){0};
	for (uint32_t i = 0; i < ex->queue_count; i++) {
		queued += conc_queue_count(&ex->queues[i]);
		out->gulps += load_relaxed(&ex->queues[i].gulps);
	}
	for (uint32_t i = 0; i < ex->worker_count; i++) add_worker(out, &ex->workers[i]);
	out->received += load_relaxed(&ex->outside);
	out->gulped += load_relaxed(&ex->gulped_outside);
	out->ended += load_relaxed(&ex->ended);
	out->undelivered = load_relaxed(&ex->undelivered) + dropped;
	out->created = count_joined(ex);
	out->sent = out->gulped + queued + dropped;
	/* relaxed: exact once the executor is quiet */
	self_sent = load_relaxed(&ex->self_sent);
	out->sent -= self_sent < out->sent ? self_sent : out->sent;
	conc_tiny_lock_acquire(&ex->lock);
	/* relaxed, under the lock: whoever added a scalable to the list saw it set */
	scalable = load_relaxed(&conc_scalable);
	if (scalable) scalable->count(ex, &out->scaling);
	conc_tiny_lock_release(&ex->lock);
}

/* ---- among those of the program ---- */

static void say_system(struct conc_statistics *to)
{
	struct conc_actors_statistics s;
	const struct conc_scaling_statistics *scaling = &s.scaling;

	conc_actors_statistics(&s);
	const struct conc_statistics_row system = {
	        .family = "actors",
	        .count = 13,
	        .names = {"created", "ended", "sent", "received", "undelivered", "gulps", "gulped",
	                  "missed_gulps", "steal_attempts", "steals", "stolen", "handed_over",
	                  "sleeps"},
	        .values = {s.created, s.ended, s.sent, s.received, s.undelivered, s.gulps, s.gulped,
	                   s.missed_gulps, s.steal_attempts, s.steals, s.stolen, s.handed_over,
	                   s.sleeps},
	};
	const struct conc_statistics_row replicas = {
	        .family = "scaling",
	        .count = 14,
	        .names = {"splits", "replicas", "most", "merges", "incremental", "refused",
	                  "collapses", "calls", "inline_calls", "remote_calls", "working_ns",
	                  "exporting_ns", "importing_ns", "waiting_ns"},
	        .values = {scaling->splits, scaling->replicas, scaling->most, scaling->merges,
	                   scaling->incremental, scaling->refused, scaling->collapses,
	                   scaling->calls, scaling->inline_calls, scaling->remote_calls,
	                   scaling->working, scaling->exporting, scaling->importing,
	                   scaling->waiting},
	};
	conc_statistics_add(to, &system);
	conc_statistics_add(to, &replicas);
}

void conc_actor_report_statistics(void)
{
	static struct conc_statistics_source source = {.say = say_system};
	static uint32_t registered;

	if (conc_statistics_on && !exchange_relaxed(&registered, 1))
		conc_statistics_register(&source);
}

/* ---- printing them (CONC_STATS=1) ----
 *
 * The names are those of the thesis, §6.5, or ours if it has none. One write, so that the lines
 * stay together. */

struct text {
	size_t used;
	char bytes[2600];
};

#define statistics_add(t, ...) \
	((t)->used = conc_text_append((t)->bytes, (t)->used, sizeof(t)->bytes, __VA_ARGS__))

static void add_count(struct text *t, const char *name, uint64_t count)
{
	statistics_add(t, "  %-32s %12" PRIu64 "\n", name, count);
}

static void add_average(struct text *t, const char *name, uint64_t sum, uint64_t count)
{
	statistics_add(t, "  %-32s %14.1f\n", name, count ? (double)sum / (double)count : 0.0);
}

static void add_time(struct text *t, const char *name, uint64_t ns)
{
	statistics_add(t, "  %-32s %14.3f ms\n", name, (double)ns / 1e6);
}

/* Adds the counts of scalable actors, if there were any. */
static void add_scaling(struct text *t, const struct conc_scaling_statistics *s)
{
	if (!s->splits && !s->inline_calls) return;
	add_count(t, "splits of actors", s->splits);
	add_count(t, "replicas made", s->replicas);
	add_count(t, "most replicas of one actor", s->most);
	add_count(t, "replicas merged", s->merges);
	add_count(t, "incremental imports", s->incremental);
	add_count(t, "incremental imports put off", s->refused);
	add_count(t, "collapses", s->collapses);
	add_count(t, "calls handled by replicas", s->calls);
	add_count(t, "of these on other ranks", s->remote_calls);
	add_count(t, "calls handled by actors", s->inline_calls);
	add_time(t, "time in calls of split actors", s->working);
	add_time(t, "time in export", s->exporting);
	add_time(t, "time in import", s->importing);
	add_time(t, "time waiting for replicas", s->waiting);
}

void conc_actor_print_statistics(const struct conc_actors_statistics *s, const char *where)
{
	struct text t = {0};
	ssize_t ignored;

	statistics_add(&t, "%s%sconc: statistics of the actor system\n", where ? where : "",
	               where ? ": " : "");
	add_count(&t, "actors created", s->created);
	add_count(&t, "actors ended", s->ended);
	add_count(&t, "messages sent", s->sent);
	add_count(&t, "messages received", s->received);
	add_count(&t, "messages undelivered", s->undelivered);
	add_count(&t, "behaviours handed over", s->handed_over);
	add_count(&t, "gulps", s->gulps);
	add_average(&t, "average gulp size", s->gulped, s->gulps);
	add_count(&t, "missed gulps", s->missed_gulps);
	add_count(&t, "steal attempts", s->steal_attempts);
	add_count(&t, "steal failures (no candidates)", s->steal_empty);
	add_count(&t, "steal failures (failed swaps)", s->steal_swaps);
	add_count(&t, "queues stolen", s->steals);
	add_count(&t, "messages stolen", s->stolen);
	add_average(&t, "average steal size", s->stolen, s->steals);
	add_count(&t, "sleeps of workers", s->sleeps);
	add_scaling(&t, &s->scaling);
	ignored = write(STDERR_FILENO, t.bytes, t.used);
	(void)ignored;
}
