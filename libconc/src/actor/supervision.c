/* SPDX-License-Identifier: MIT */
/*
 * supervision: conc_fail and conc_supervise.
 *
 * The idea. When an actor fails, its supervisor is told, and the actor is restarted after a while,
 * or ended. All of this runs where the behaviour was called, as if the behaviour still ran. So the
 * actor handles no other message meanwhile, and the wait before a restart is a behaviour that
 * sleeps, for which the worker gets another thread. A failed actor needs no state of its own.
 *
 * Restarts are counted in a window of time that ends now. Their number also says how long to wait:
 * an actor that has not failed for that time begins with the first wait again.
 *
 * Rejected: a timer that lets the actor go (one more owner of a held actor, and stopping a system
 * would have to know of it); restarting in the supervisor's behaviour (two actors' states at once,
 * and a busy supervisor delays an actor that could go on).
 */
#include "supervision.h"

#include <stdlib.h>

#include "actor_misuse.h"
#include "conc/duration.h"
#include "executor.h"
#include "port/stop.h"

/* ---- Deciding ---- */

/* The wait before a restart, in ns. before: how many restarts the window has already. */
static uint64_t backoff(const struct conc_supervision *rules, size_t before)
{
	uint64_t most = rules->backoff_max > 0 ? (uint64_t)rules->backoff_max : INT64_MAX;
	uint64_t wait = rules->backoff > 0 ? (uint64_t)rules->backoff : 0;

	while (before-- > 0 && wait && wait < most) wait *= 2;
	return wait < most ? wait : most;
}

uint64_t conc_supervisor_decide(struct conc_supervisor *s, uint64_t now)
{
	uint64_t wait, window = (uint64_t)s->rules.within;
	size_t gone = 0;

	if (window) { /* forgets restarts that are out of it */
		while (gone < s->recent && now - s->times[gone] > window) gone++;
		s->recent -= gone;
		for (size_t i = 0; i < s->recent; i++) s->times[i] = s->times[i + gone];
	}
	if (s->recent >= s->rules.restarts) return CONC_GIVES_UP;
	wait = backoff(&s->rules, s->recent);
	s->restarts++;
	if (s->rules.within && s->recent == s->room) {
		s->room = s->room ? 2 * s->room : 8;
		s->times = realloc(s->times, s->room * sizeof(*s->times));
		if (!s->times) conc_stop(NULL, NULL, "no memory for a restart");
	}
	if (s->rules.within) s->times[s->recent] = now;
	s->recent++;
	return wait;
}

/* ---- Failing ---- */

conc_disposition conc_fail(int status)
{
	struct conc_delivery *delivery = conc_delivery_current();

	if (!delivery || !delivery->record)
		conc_stop(NULL, conc_thread_self(), "conc_fail outside a behaviour");
	delivery->status = status;
	return CONC_FAILED;
}

static conc_disposition supervision_end(const struct conc_failure *failure, const char *where,
                                        const char *why)
{
	conc_warn(where, NULL, "actor '%s' %p has failed with status %d and %s: it is ended",
	          failure->type, failure->actor, failure->status, why);
	return CONC_FAILED;
}

conc_disposition conc_supervision_failed(struct conc_actor *actor, const struct conc_abi_site *site,
                                         int status)
{
	const struct conc_abi_type *type = actor->conc_type ? actor->conc_type : site->conc_actor;
	struct conc_failure failure = {
	        .actor = conc_actor_object(actor, type), .type = type->conc_name, .status = status};
	/* acquire: pairs with the release in conc_actor_get_cold */
	struct conc_actor_cold *cold = load_acquire(&actor->conc_cold);
	struct conc_supervisor *s = cold ? cold->supervisor : NULL;
	uint64_t wait;

	if (!s) return supervision_end(&failure, site->conc_where, "has no supervisor");
	wait = conc_supervisor_decide(s, (uint64_t)conc_now());
	failure.restarts = s->restarts;
	failure.given_up = wait == CONC_GIVES_UP;
	if (!conc_abi_actor_try_send(s->actor, s->site, &failure))
		return supervision_end(&failure, site->conc_where, "its supervisor has ended");
	if (failure.given_up) return CONC_FAILED;
	if (wait) conc_sleep((conc_duration)wait);
	if (s->rules.restart) s->rules.restart(failure.actor);
	return CONC_NODELETE;
}

/* ---- Setting up ---- */

void conc_abi_supervise(struct conc_actor *actor, struct conc_actor *supervisor,
                        const struct conc_abi_site *failure, const struct conc_supervision *rules)
{
	struct conc_actor_cold *cold;
	struct conc_supervisor *s;

	conc_misuse_check_own(actor, "conc_supervise", failure->conc_where);
	cold = conc_actor_get_cold(actor);
	s = calloc(1, sizeof(*s));
	if (!s) conc_stop(failure->conc_where, conc_thread_self(), "no memory to supervise");
	*s = (struct conc_supervisor){.actor = supervisor, .site = failure};
	if (rules) s->rules = *rules;
	conc_supervision_end(cold->supervisor);
	cold->supervisor = s;
}

void conc_supervision_end(struct conc_supervisor *s)
{
	if (!s) return;
	free(s->times);
	free(s);
}
