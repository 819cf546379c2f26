/* SPDX-License-Identifier: MIT */
/*
 * actor_misuse: the texts, and the list of messages that were never received.
 *
 * The list has an entry for each of the first PLACES sites whose messages were not received, so
 * that the report of millions of messages has a few lines. The program has one list, not each
 * executor: the next system that ends reports all of it.
 */
#include "actor_misuse.h"

#include <inttypes.h>

#include "executor.h"
#include "port/stop.h"

int conc_remote_rank;

/* ---- Sends ---- */

static const char *message_name(const struct conc_abi_site *site)
{
	return site->conc_message->conc_name;
}

static const char *actor_name(const struct conc_actor *actor, const struct conc_abi_site *site)
{
	return actor && actor->conc_type ? actor->conc_type->conc_name
	                                 : site->conc_actor->conc_name;
}

void conc_misuse_refused(const struct conc_actor *actor, const struct conc_abi_site *site,
                         const char *which)
{
	conc_stop(site->conc_where, conc_thread_self(),
	          "message '%s' is sent to actor '%s' %p, %s: conc_try_send asks",
	          message_name(site), actor_name(actor, site), (const void *)actor, which);
}

#define NO_ACTOR                                                                               \
	"a replica of actor '%s': in a scalable behaviour, and in export and import, self is " \
	"not the actor that others know"

void conc_misuse_check_replica(const struct conc_actor *actor, const char *operation,
                               const char *where)
{
	if (CONC_LIKELY(actor->conc_made != CONC_MADE_AS_REPLICA)) return;
	conc_stop(where, conc_thread_self(), "%s of " NO_ACTOR, operation,
	          actor->conc_type->conc_name);
}

void conc_misuse_replica(const struct conc_actor *actor, const struct conc_abi_site *site)
{
	conc_stop(site->conc_where, conc_thread_self(), "message '%s' is sent to " NO_ACTOR,
	          message_name(site), actor_name(actor, site));
}

void conc_misuse_no_system(const struct conc_abi_site *site)
{
	if (conc_remote_rank)
		conc_stop(site->conc_where, conc_thread_self(),
		          "message '%s' is sent to actor '%s' on rank %d, which only hosts "
		          "replicas: a scalable behaviour that may run there cannot send",
		          message_name(site), actor_name(NULL, site), conc_remote_rank);
	conc_stop(site->conc_where, conc_thread_self(),
	          "message '%s' is sent to actor '%s', but no system is running: "
	          "conc_actors_start begins one",
	          message_name(site), actor_name(NULL, site));
}

void conc_abi_actor_send_null(const struct conc_abi_site *site)
{
	conc_stop(site->conc_where, conc_thread_self(),
	          "message '%s' is sent to an actor '%s' by a null pointer", message_name(site),
	          actor_name(NULL, site));
}

void conc_misuse_null_message(const struct conc_abi_site *site)
{
	conc_stop(site->conc_where, conc_thread_self(),
	          "a message '%s' by a null pointer is sent to actor '%s'", message_name(site),
	          actor_name(NULL, site));
}

void conc_misuse_own_full(const struct conc_actor *actor, const struct conc_abi_site *site)
{
	conc_stop(site->conc_where, conc_thread_self(),
	          "message '%s' is sent by actor '%s' %p to its own full mailbox: it would wait "
	          "for ever",
	          message_name(site), actor_name(actor, site), (const void *)actor);
}

/* ---- Systems ---- */

void conc_misuse_many_queues(unsigned queues, const char *where)
{
	conc_stop(where, conc_thread_self(), "%u queues are too many: a program has at most %u",
	          queues, CONC_QUEUES_MAX - 1);
}

void conc_misuse_running(const char *since, const char *where)
{
	conc_stop(where, conc_thread_self(),
	          "conc_actors_start: the system that began at %s is still running", since);
}

void conc_misuse_check_own(const struct conc_actor *actor, const char *operation, const char *where)
{
	conc_misuse_check_replica(actor, operation, where);
	/* relaxed: a first send at the same time is a mistake of the program, found or not */
	if (!load_relaxed(&actor->conc_ticket) || conc_delivery_is_of(actor)) return;
	conc_stop(
	        where, conc_thread_self(),
	        "%s of an actor that may be at work: call it before the first send to it, or in a "
	        "behaviour of its own",
	        operation);
}

void conc_misuse_check_end(const struct conc_actor *actor, const char *where)
{
	const struct conc_delivery *d = conc_delivery_current();

	if (CONC_UNLIKELY(actor->conc_made == CONC_MADE_DELETED))
		conc_stop(where, conc_thread_self(),
		          "a wait for the end of actor '%s' %p, which was deleted",
		          actor->conc_type->conc_name, (const void *)actor);
	if (conc_delivery_is_of(actor))
		conc_stop(where, conc_thread_self(),
		          "actor '%s' %p waits for its own end in a behaviour",
		          actor_name(actor, conc_record_site(d->record)), (const void *)actor);
}

void conc_misuse_watch_null(const char *operation, const char *where)
{
	conc_stop(where, conc_thread_self(), "%s of a null pointer", operation);
}

void conc_misuse_check_watch(const struct conc_actor *actor, const struct conc_abi_type *type,
                             const struct conc_actor *watcher, const struct conc_abi_site *site)
{
	const struct conc_actor *deleted = actor;

	if (!actor || !watcher) conc_misuse_watch_null("conc_watch", site->conc_where);
	conc_misuse_check_replica(actor, "conc_watch", site->conc_where);
	conc_misuse_check_replica(watcher, "conc_watch", site->conc_where);
	if (CONC_UNLIKELY(actor == watcher))
		conc_stop(site->conc_where, conc_thread_self(),
		          "actor '%s' %p watches itself: it takes no message after its end",
		          type->conc_name, (const void *)actor);
	if (CONC_LIKELY(actor->conc_made != CONC_MADE_DELETED)) deleted = watcher;
	if (CONC_LIKELY(deleted->conc_made != CONC_MADE_DELETED)) return;
	conc_stop(site->conc_where, conc_thread_self(),
	          "conc_watch of actor '%s' %p, which was deleted", deleted->conc_type->conc_name,
	          (const void *)deleted);
}

/* ---- Never received ---- */

enum { PLACES = 5 };

struct unreceived {
	uint32_t places;
	uint64_t times[PLACES], total; /* total: includes other places */
	const struct conc_abi_site *sites[PLACES];
};

static struct conc_tiny_lock lock; /* over the list */
static struct unreceived list;

void conc_unreceived_note(const struct conc_abi_site *site)
{
	uint32_t i = 0;

	if (site->conc_message == &conc_type_conc_end) return; /* the watcher ended, too */
	conc_tiny_lock_acquire(&lock);
	while (i < list.places && list.sites[i] != site) i++;
	if (i == list.places && i < PLACES) list.sites[list.places++] = site;
	if (i < PLACES) list.times[i]++;
	list.total++;
	conc_tiny_lock_release(&lock);
}

void conc_unreceived_forget(void)
{
	lock.word = 0;
	list = (struct unreceived){0};
}

void conc_unreceived_report(const char *where)
{
	struct unreceived taken;
	uint64_t others;
	char text[900] = "";
	size_t used = 0;

	conc_tiny_lock_acquire(&lock);
	taken = list;
	list = (struct unreceived){0};
	conc_tiny_lock_release(&lock);
	if (!taken.total) return;
	others = taken.total;
	for (uint32_t i = 0; i < taken.places; i++) {
		const struct conc_abi_site *site = taken.sites[i];

		used = conc_text_append(
		        text, used, sizeof text, "\n  message '%s' to actor '%s', sent at %s",
		        message_name(site), actor_name(NULL, site), site->conc_where);
		if (taken.times[i] > 1)
			used = conc_text_append(text, used, sizeof text, " (%" PRIu64 " times)",
			                        taken.times[i]);
		others -= taken.times[i];
	}
	if (others)
		conc_text_append(text, used, sizeof text, "\n  and %" PRIu64 " from other places",
		                 others);
	if (taken.total == 1)
		conc_warn(where, NULL, "a message was never received, its actor had ended:%s",
		          text);
	else
		conc_warn(where, NULL,
		          "%" PRIu64 " messages were never received, their actors had ended:%s",
		          taken.total, text);
}
