/* SPDX-License-Identifier: MIT */
/* Prints the statistics of an actor system (CONC_STATS=1). The names are those of the thesis, §6.5,
 * or ours if it has none. One write, so that the lines stay together. */
#include <inttypes.h>
#include <unistd.h>

#include "executor.h"
#include "port/stop.h"

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
