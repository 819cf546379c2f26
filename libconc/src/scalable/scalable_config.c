/* SPDX-License-Identifier: MIT */
/* scalable_config: the rules for splitting of a system, a type or an actor, and the counts. The
 * most specific rules apply as a whole: the actor's, else its type's, else its system's. */
#include <stdlib.h>
#include <string.h>

#include "actor/actor_misuse.h"
#include "actor/executor.h"
#include "conc/thread.h"
#include "port/stop.h"
#include "scalable.h"
#include "scalable_remote.h"

enum { FLOW = 1000000, LINGER = 100000, FAN = 2, RETRIES = 4, REPLICAS_MAX = 4096 };

/* Each unit has its own descriptor of a type, so types are known by name. */
static struct type_rules {
	struct type_rules *next;
	const char *name;
	struct conc_scaling config;
} * rules; /* under rules_lock */
static struct conc_tiny_lock rules_lock;

/* ---- rules ---- */

static void scaling_check(const struct conc_scaling *config, const char *where)
{
	if ((unsigned)config->policy > CONC_SCALING_NEVER)
		conc_stop(where, conc_thread_self(), "%u is no policy of scaling",
		          (unsigned)config->policy);
	if (config->replicas > REPLICAS_MAX)
		conc_stop(where, conc_thread_self(), "%u replicas: at most %d are possible",
		          config->replicas, REPLICAS_MAX);
	if (config->flow < 0 || config->interval < 0 || config->retry < 0 || config->linger < 0)
		conc_stop(where, conc_thread_self(), "a duration of scaling is negative");
}

/* Returns the link to a type's rules, or the end of the list. The caller holds the lock. */
static struct type_rules **scaling_find(const char *name)
{
	struct type_rules **link = &rules;

	while (*link && strcmp((*link)->name, name) != 0) link = &(*link)->next;
	return link;
}

void conc_abi_scaling_type(const struct conc_abi_type *type, const struct conc_scaling *config,
                           const char *where)
{
	struct type_rules *made = NULL, *old, **link;

	if (config) {
		scaling_check(config, where);
		made = malloc(sizeof *made);
		if (!made)
			conc_stop(where, conc_thread_self(), "no memory for the rules of a type");
		*made = (struct type_rules){.name = type->conc_name, .config = *config};
	}
	conc_tiny_lock_acquire(&rules_lock);
	link = scaling_find(type->conc_name);
	old = *link;
	if (old) *link = old->next;
	if (made) {
		made->next = rules;
		rules = made;
	}
	conc_tiny_lock_release(&rules_lock);
	free(old);
}

void conc_abi_scaling_actor(struct conc_actor *actor, const struct conc_scaling *config,
                            const char *where)
{
	struct conc_scaling *copy;

	conc_misuse_check_replica(actor, "conc_scaling_actor", where);
	if (load_relaxed(&actor->conc_ticket))
		conc_stop(where, conc_thread_self(),
		          "the rules of scaling of an actor are given after its first send");
	scaling_check(config, where);
	copy = malloc(sizeof *copy);
	if (!copy) conc_stop(where, conc_thread_self(), "no memory for the rules of an actor");
	*copy = *config;
	free(conc_actor_get_cold(actor)->scaling);
	actor->conc_cold->scaling = copy;
}

struct conc_scaling conc_scaling_of(const struct conc_actor *actor,
                                    const struct conc_abi_type *type,
                                    const struct conc_executor *ex)
{
	unsigned ranks = conc_remote_ops ? conc_remote_ops->ranks() : 0;
	struct conc_scaling config = ex->config.scaling;
	const struct type_rules *found;

	if (actor->conc_cold && actor->conc_cold->scaling) {
		config = *actor->conc_cold->scaling;
	} else {
		conc_tiny_lock_acquire(&rules_lock);
		found = *scaling_find(type->conc_name);
		if (found) config = found->config;
		conc_tiny_lock_release(&rules_lock);
	}
	if (!config.remote || config.remote > ranks) config.remote = ranks;
	if (!config.replicas)
		config.replicas = load_relaxed(&conc_scheduler.limit) - 1 + config.remote;
	if (!config.flow) config.flow = FLOW;
	if (!config.retry) config.retry = config.interval / RETRIES;
	if (!config.fan) config.fan = FAN;
	if (!config.linger) config.linger = LINGER;
	return config;
}

/* ---- counts ---- */

void conc_scaling_add(struct conc_scaling_statistics *sum,
                      const struct conc_scaling_statistics *more)
{
	sum->splits += more->splits;
	sum->replicas += more->replicas;
	if (more->most > sum->most) sum->most = more->most;
	sum->merges += more->merges;
	sum->incremental += more->incremental;
	sum->refused += more->refused;
	sum->collapses += more->collapses;
	sum->calls += more->calls;
	sum->inline_calls += more->inline_calls;
	sum->remote_calls += more->remote_calls;
	sum->working += more->working;
	sum->exporting += more->exporting;
	sum->importing += more->importing;
	sum->waiting += more->waiting;
}

static struct conc_scaling_statistics counts_of(struct conc_scalable *s)
{
	struct conc_scaling_statistics counts;

	conc_tiny_lock_acquire(&s->lock);
	counts = s->sums;
	conc_tiny_lock_release(&s->lock);
	/* relaxed: approximate while the actor works */
	counts.inline_calls += load_relaxed(&s->inlined);
	return counts;
}

bool conc_abi_scaling_statistics(struct conc_actor *actor, struct conc_scaling_statistics *out)
{
	/* acquire: pairs with conc_actor_get_cold, and with scalable_make */
	struct conc_actor_cold *cold = load_acquire(&actor->conc_cold);
	struct conc_scalable *s = cold ? load_acquire(&cold->scalable) : NULL;
	uint64_t ticket = load_acquire(&actor->conc_ticket);

	*out = (struct conc_scaling_statistics){0};
	if (s) *out = counts_of(s);
	return ticket & CONC_TICKET_SCALABLE;
}

bool conc_abi_is_replica(const struct conc_actor *actor)
{
	return actor->conc_made == CONC_MADE_AS_REPLICA;
}

void conc_scalable_count(struct conc_executor *ex, struct conc_scaling_statistics *out)
{
	*out = ex->scaling;
	for (struct conc_scalable *s = ex->scalables; s; s = s->next) {
		struct conc_scaling_statistics counts = counts_of(s);
		conc_scaling_add(out, &counts);
	}
}

void conc_scalable_stop_lingering(struct conc_executor *ex)
{
	for (struct conc_scalable *s = ex->scalables; s; s = s->next)
		conc_piece_pool_stop_lingering(s);
}

void conc_scalable_stop(struct conc_executor *ex)
{
	conc_tiny_lock_acquire(&ex->lock);
	while (ex->scalables) {
		struct conc_scalable *s = ex->scalables;
		struct conc_scaling_statistics counts = counts_of(s);
		ex->scalables = s->next;
		conc_scaling_add(&ex->scaling, &counts);
		s->executor = NULL;
	}
	conc_tiny_lock_release(&ex->lock);
}
