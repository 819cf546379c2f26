/* SPDX-License-Identifier: MIT */
/*
 * actor_end: how actors end, and when their memory is freed.
 *
 * After an actor's end, records may still name it: others sent them before, and they are queued
 * behind the one that ended it, or in an outbox. So memory that Delete frees waits with the queue
 * until the queue is empty and no outbox has a record for it or, if many actors wait, until all
 * outboxes have been published and the inbox taken out after that (an epoch). The destroy runs
 * at once.
 *
 * A fence is a record without a message. It goes through the actor's queue behind everything sent
 * before it, and the actor ends there. So `delete` and the end of an automatic actor's scope return
 * when the queued messages have been handled and no record names the actor. (A later send is a
 * mistake, and is reported as a send to an actor that has ended.)
 */
#include <stdlib.h>

#include "actor_misuse.h"
#include "conc/abi_new.h"
#include "executor.h"
#include "mailbox.h"
#include "message.h"
#include "port/stop.h"
#include "supervision.h"
#include "watch.h"

static void end_cold(struct conc_actor *actor)
{
	/* acquire: pairs with conc_actor_get_cold of a thread that waits for the end */
	struct conc_actor_cold *cold = load_acquire(&actor->conc_cold);

	if (!cold) return;
	if (cold->mailbox) conc_mailbox_end(cold->mailbox);
	conc_supervision_end(cold->supervisor);
	cold->supervisor = NULL;
	if (cold->scalable) load_relaxed(&conc_scalable)->end(cold->scalable);
	/* relaxed: a thread that asks for statistics keeps the actor from ending */
	store_relaxed(&cold->scalable, NULL);
}

static void destroy_actor(struct conc_actor *actor, const struct conc_abi_type *type)
{
	actor->conc_destroyed = 1;
	conc_edge_to(actor);
	conc_object_destroy(conc_actor_object(actor, type), type);
	conc_edge_from(actor);
}

/* Waits for the thread that let the actor go: it may still be leaving the lock. */
static void free_cold(struct conc_actor_cold *cold)
{
	conc_tiny_lock_acquire(&cold->lock);
	conc_tiny_lock_release(&cold->lock);
	if (cold->mailbox) conc_mailbox_free(cold->mailbox);
	free(cold->scaling);
	free(cold);
}

void conc_actor_retire(struct conc_actor *actor, struct conc_queue *queue)
{
	/* Records that name the actor need its ticket, but not more. Who waited was told. acquire:
	 * as in end_cold */
	struct conc_actor_cold *cold = load_acquire(&actor->conc_cold);

	if (CONC_UNLIKELY(cold != NULL)) free_cold(cold);
	actor->conc_cold = (struct conc_actor_cold *)(void *)queue->retired[0];
	queue->retired[0] = actor;
	queue->retired_count++;
}

static void send_fence(struct conc_actor *actor, struct conc_queue *queue, uintptr_t fence)
{
	struct {
		struct conc_record record;
		void *unused[2];
	} record = {{actor, fence | CONC_RECORD_FENCE}, {NULL, NULL}};
	conc_queue_append(conc_processor_current(), queue, NULL, (const char *)&record,
	                  (const char *)&record + conc_record_pointed());
	conc_executor_notify(queue);
}

/* Sends the actor in a record, since only the queue's handler may touch its list. */
void conc_actor_retire_by_record(struct conc_actor *actor, struct conc_queue *queue)
{
	send_fence(actor, queue, 0);
}

static enum conc_ended_why why_of(conc_disposition how)
{
	if (how == CONC_FAILED) return CONC_ENDED_FAILED;
	return how == CONC_DELETE ? CONC_ENDED_DELETED : CONC_ENDED_FINISHED;
}

void conc_actor_end(struct conc_actor *actor, conc_disposition how,
                    const struct conc_abi_site *site, struct conc_delivery *d,
                    struct conc_queue *queue)
{
	const struct conc_abi_type *type = actor->conc_type;
	uint64_t ticket = load_relaxed(&actor->conc_ticket);

	if (!type && site) type = site->conc_actor;
	if (how == CONC_DELETE && actor->conc_made != CONC_MADE_BY_NEW)
		conc_stop(site->conc_where, conc_thread_self_or_null(),
		          actor->conc_made == CONC_MADE_IN_ARRAY
		                  ? "Delete of actor '%s', which is one of an array"
		                  : "Delete of actor '%s', which new did not make",
		          type->conc_name);
	conc_operation_touches(&actor->conc_ticket, CHANGES);
	/* release: publishes what its behaviours did to a thread that finds it ended */
	store_release(&actor->conc_ticket, ticket | CONC_TICKET_ENDED);
	/* relaxed: end_cold looks again; what a thread that waits makes is not ended there */
	if (CONC_UNLIKELY(load_relaxed(&actor->conc_cold) != NULL)) end_cold(actor);
	if (d->worker) conc_worker_count(&d->worker->statistics.ended, 1);
	else add_relaxed(&queue->executor->ended, UINT64_C(1));
	if (how == CONC_DELETE || how == CONC_DESTROY) {
		actor->conc_destroyed = 1;
		conc_object_dispose(conc_actor_object(actor, type), type, actor, site,
		                    how == CONC_DELETE);
	}
	conc_edge_from(queue->executor);
	if (how == CONC_DELETE) {
		actor->conc_made = CONC_MADE_DELETED;
		actor->conc_type = type; /* for reclaiming it */
	}
	if (how != CONC_FAILED) d->status = 0;
	/* not for a fence: the thread that waits behind it runs the destroy, and tells */
	if (site && d->worker) conc_actor_ended(actor, why_of(how), d->status);
	else if (site) d->ended = why_of(how);
	if (how != CONC_DELETE) return;
	if (d->worker) conc_actor_retire(actor, queue);
	else d->reclaim = true;
}

static void reclaim_list(struct conc_actor *actor)
{
	struct conc_actor *next;

	for (; actor; actor = next) {
		next = (struct conc_actor *)(void *)actor->conc_cold;
		conc_object_free(conc_actor_object(actor, actor->conc_type),
		                 actor->conc_type->conc_size);
	}
}

/* retired[1] ended before the last epoch began: records that name them were published then, and
 * have been taken out since. */
void conc_actor_next_epoch(struct conc_queue *queue)
{
	reclaim_list(queue->retired[1]);
	queue->retired[1] = queue->retired[0];
	queue->retired[0] = NULL;
	queue->retired_count = 0;
	conc_outbox_publish_every(true);
}

void conc_actor_reclaim(struct conc_queue *queue)
{
	reclaim_list(queue->retired[0]);
	reclaim_list(queue->retired[1]);
	queue->retired[0] = queue->retired[1] = NULL;
	queue->retired_count = 0;
}

/* ---- from outside ---- */

/* Waits until the actor has ended and no record names it. */
static void end_from_outside(struct conc_actor *actor, const struct conc_abi_type *type,
                             const char *where)
{
	struct conc_thread *self = conc_thread_self();
	_Alignas(8) struct conc_fence fence = {self};
	struct conc_queue *queue;
	uint64_t ticket;

	conc_operation_on(actor, USES, "ends");
	if (conc_delivery_is_of(actor))
		conc_stop(where, self,
		          "actor '%s' is deleted in its own behaviour: return Delete instead",
		          type->conc_name);
	conc_watch_leave(actor); /* a conc_end may have made it join */
	ticket = load_acquire(&actor->conc_ticket);
	queue = conc_queue_of(ticket);
	if (queue && ticket) {
		conc_outbox_publish_every(true);
		conc_schedule_fence(queue, actor, where);
		send_fence(actor, queue, (uintptr_t)&fence);
		conc_thread_waits(self, "actor's messages", actor, where, NULL);
		conc_thread_park(self);
	}
	conc_edge_to(actor);
	end_cold(actor);
}

/* Then: its memory goes. */
static void destroy_from_outside(struct conc_actor *actor, const struct conc_abi_type *type)
{
	struct conc_actor_cold *cold;

	if (!actor->conc_destroyed) destroy_actor(actor, type);
	conc_actor_ended(actor, CONC_ENDED_DELETED, 0);
	/* acquire: as in end_cold */
	cold = load_acquire(&actor->conc_cold);
	if (!cold) return;
	free_cold(cold);
	store_relaxed(&actor->conc_cold, NULL);
}

struct conc_abi_actors conc_abi_actors_begin(const struct conc_abi_type *type, void *objects,
                                             size_t bytes, const char *where)
{
	struct conc_abi_actors actors = {type, objects, bytes / type->conc_size, where};

	for (size_t i = 0; i < actors.conc_count; i++) {
		char *object = (char *)objects + i * type->conc_size;
		((struct conc_actor *)(void *)(object + type->conc_header))->conc_type = type;
	}
	return actors;
}

/* The scope owns the actors: their destroy runs here, unless a disposition has run it. */
void conc_abi_actors_end(struct conc_abi_actors *actors)
{
	const struct conc_abi_type *type = actors->conc_type;

	for (size_t i = actors->conc_count; i-- > 0;) {
		char *object = actors->conc_objects + i * type->conc_size;
		struct conc_actor *actor = (void *)(object + type->conc_header);

		end_from_outside(actor, type, actors->conc_where);
		destroy_from_outside(actor, type);
	}
}

static void end_one(struct conc_actor *actor, const struct conc_abi_type *type, const char *where)
{
	if (actor->conc_made == CONC_MADE_DELETED || actor->conc_made == CONC_MADE_OTHERWISE)
		conc_stop(where, conc_thread_self(), "delete of actor '%s' %p, which %s",
		          type->conc_name, (const void *)actor,
		          actor->conc_made == CONC_MADE_DELETED ? "was deleted"
		                                                : "new did not make");
	end_from_outside(actor, type, where);
	destroy_from_outside(actor, type);
	actor->conc_made = CONC_MADE_DELETED;
}

void conc_abi_delete_actor(void *object, const struct conc_abi_type *type, const char *where)
{
	struct conc_actor *actor;

	if (!object) return;
	actor = (void *)((char *)object + type->conc_header);
	conc_misuse_check_replica(actor, "delete", where);
	if (actor->conc_type) type = actor->conc_type;
	if (actor->conc_made != CONC_MADE_IN_ARRAY) {
		end_one(actor, type, where);
		conc_edge_free(object, type->conc_size, where);
		conc_object_free(object, type->conc_size);
		return;
	}
	for (size_t i = conc_new_check(object, where); i-- > 0;) {
		char *one = (char *)object + i * type->conc_size;
		end_one((void *)(one + type->conc_header), type, where);
	}
	conc_abi_delete(object, where);
}

/* ---- messages that nobody handles ---- */

void conc_record_undelivered(struct conc_record *record, struct conc_queue *queue)
{
	const struct conc_abi_site *site = conc_record_site(record);
	enum conc_abi_record kind = conc_record_kind(record);
	void *message = conc_record_message(record);

	add_relaxed(&queue->executor->undelivered, UINT64_C(1));
	conc_edge_to(record->actor); /* a thread that asked learns of its end */
	if (!conc_message_undelivered(message, site, kind) && site != &conc_mailbox_site)
		conc_unreceived_note(site);
	if (kind == CONC_RECORD_LARGE) free(message);
}
