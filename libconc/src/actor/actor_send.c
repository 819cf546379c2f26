/* SPDX-License-Identifier: MIT */
/*
 * actor_send: sends.
 *
 * The short way is inline in abi_actor.h. It applies if the actor's ticket equals that of its
 * queue's entry in this processor's outbox, and the record fits into the entry's chunk; a send is
 * then a few loads and stores. The comparison or the bound fails for everything else, which goes
 * the long way: a first send, a full chunk, an actor that has ended or has a mailbox with a limit,
 * a large message, debug mode, a kernel thread that libconc did not start.
 */
#include <stdlib.h>
#include <string.h>

#include "actor_misuse.h"
#include "conc/thread.h"
#include "ended_policy.h"
#include "executor.h"
#include "mailbox.h"
#include "message.h"
#include "port/stop.h"

/* A message on its way to its record. */
struct pending_send {
	struct conc_actor *actor;
	const struct conc_abi_site *site;
	void *message;
	enum conc_abi_record kind;
	bool direct; /* into the inbox, for a scalable actor: keeps causal order */
	/* who sends it, if that is not the caller, which may have a lock and not yield; or null */
	const struct conc_actor *of;
};

/* With the sanitizer every message by value is: each has fresh memory. */
static bool is_large(const struct conc_abi_site *site)
{
	return CONC_RACES || site->conc_size > CONC_ABI_VALUE_MAX || site->conc_align > 8;
}

/* Writes the copy of a message behind its record. */
static void put_value(void *place, const void *message, size_t size)
{
	conc_edge_fresh(place, size ? size : 1);
	conc_edge_reads(message, size);
	memcpy(place, message, size);
	conc_edge_from(place);
}

static void fill(struct conc_record *record, const struct pending_send *l)
{
	record->actor = l->actor;
	record->site = (uintptr_t)l->site | (uintptr_t)l->kind;
	if (conc_record_has_value(l->kind)) {
		put_value(record + 1, l->message, l->site->conc_size);
		return;
	}
	*conc_record_pointer(record) = l->message;
	conc_edge_from(l->message);
	if (conc_debug) conc_actor_note_record(record);
}

/* For a race detector: a send looks at the actor, and at a message that it sends by reference. */
static inline void note_uses(const struct conc_actor *actor, const struct conc_abi_site *site,
                             void *message, enum conc_abi_record kind)
{
	conc_edge_uses(&actor->conc_ticket, sizeof actor->conc_ticket, site->conc_where);
	if (kind != CONC_RECORD_VALUE)
		conc_edge_uses(conc_message_of(site, message), sizeof(struct conc_message),
		               site->conc_where);
}

/* ---- into the outbox, or straight into the inbox ---- */

/* Is the caller in a behaviour of the same executor, and has the queue's worker a deadline? */
static bool may_be_left(const struct conc_processor *p, const struct conc_queue *queue)
{
	const struct conc_delivery *d = p->current->delivery;
	const struct conc_executor *ex = queue->executor;

	return d && d->worker && d->worker->executor == ex &&
	       load_relaxed(&load_acquire(&queue->owner)->timed) &&
	       ex->config.stealing != CONC_STEAL_NONE;
}

/* Inside the guard: is there one record? */
static bool is_alone(const struct conc_outbox_entry *entry)
{
	return entry->first == entry->last && entry->start != entry->next &&
	       entry->start + conc_record_size((struct conc_record *)(void *)entry->start) ==
	               entry->next;
}

/* The queue's worker sleeps. If it has a deadline, a behaviour's first message is left in the
 * outbox: the sender's worker visits the queue or, if it has other work, wakes that worker
 * (worker.c). A second message shows that the behaviour goes on. True: left. */
static bool leave_or_publish(struct conc_processor *p, struct conc_queue *queue)
{
	struct conc_outbox *box = p->outbox;
	struct conc_outbox_entry *entry = &box->entries[queue->number];
	bool entered = conc_outbox_enter(box), left = may_be_left(p, queue) && is_alone(entry);

	if (!left) conc_outbox_empty(p, queue->number, entry);
	conc_outbox_leave(box, entered);
	return left;
}

void conc_abi_actor_notify(uint64_t ticket)
{
	struct conc_processor *p = conc_processor_current();
	struct conc_queue *queue = load_acquire(&conc_queues[conc_ticket_queue(ticket)]);

	if (!queue) return;
	/* relaxed: after a light barrier; the heavy one is in sleep of worker.c */
	if (load_relaxed(&load_acquire(&queue->owner)->asleep) && leave_or_publish(p, queue))
		return;
	conc_executor_notify(queue);
}

static void after_put(uint64_t ticket)
{
	conc_executor_light_barrier(); /* pairs with the heavy barrier of sleep in worker.c */
	if (CONC_UNLIKELY(load_relaxed(&conc_abi_workers_asleep))) conc_abi_actor_notify(ticket);
}

/* A thread that only sends would fill the memory before a worker on the same processor has its
 * turn. Does not yield in a behaviour, which is that worker's, or where parking is a mistake. */
static void actor_send_yield(struct conc_processor *p)
{
	struct conc_thread *self = p->current;

	if (!conc_delivery_current() && !self->spin_held && !self->pinned && !self->blocking)
		conc_yield();
}

enum { CHUNKS_A_TURN = 16, BYTES_A_TURN = CHUNKS_A_TURN * CONC_CHUNK_BYTES };

/* Called after a record of room bytes was put into the inbox. */
static inline void after_put_direct(struct conc_processor *p, struct conc_queue *queue, size_t room)
{
	conc_executor_notify(queue);
	if (CONC_UNLIKELY(p->foreign)) return;
	p->direct_bytes += (uint32_t)room;
	if (CONC_LIKELY(p->direct_bytes < BYTES_A_TURN)) return;
	p->direct_bytes = 0;
	actor_send_yield(p);
}

static void actor_send_put(struct conc_processor *p, struct conc_queue *queue,
                           const struct pending_send *l)
{
	struct conc_outbox *box;
	struct conc_outbox_entry *entry;
	size_t room = conc_record_has_value(l->kind) ? CONC_RECORD_HEAD + l->site->conc_size
	                                             : conc_record_pointed();
	struct conc_record *on_its_way =
	        l->direct ? NULL : conc_schedule_courier(queue, l->of, l->actor, room);
	bool entered, turn;

	if (on_its_way) {
		fill(on_its_way, l);
		return;
	}
	if (p->foreign || l->direct) {
		fill(conc_queue_put_begin(p, queue, room), l);
		conc_queue_put_end(queue);
		if (l->of) conc_executor_notify(queue);
		else after_put_direct(p, queue, room);
		return;
	}
	box = conc_outbox_get(p);
	entered = conc_outbox_enter(box);
	entry = &box->entries[queue->number];
	/* sends to its actors may now go the short way; not in debug mode, which checks each */
	if (!conc_debug) entry->ticket = queue->ticket;
	turn = entry->limit && entry->next + room > entry->limit &&
	       ++box->chunks % CHUNKS_A_TURN == 0;
	fill(conc_outbox_room(p, box, entry, room), l);
	conc_outbox_leave(box, entered);
	after_put(queue->ticket);
	if (turn && !l->of) actor_send_yield(p);
}

/* ---- the long way ---- */

enum outcome { SENT, NO_SYSTEM, ENDED, FULL };

/* Looks everything up again: the caller may have waited, and be on another processor. */
static enum outcome put_token(const struct pending_send *l, struct conc_mailbox *mailbox)
{
	struct conc_mailbox_token token = {.mailbox = mailbox};
	struct pending_send t = {l->actor, &conc_mailbox_site, &token, CONC_RECORD_ENDING, false,
	                         l->of};
	/* acquire: as in send_slowly */
	struct conc_queue *queue = conc_queue_of(load_acquire(&l->actor->conc_ticket));

	if (!queue) return ENDED;
	actor_send_put(conc_processor_current(), queue, &t);
	return SENT;
}

static enum outcome send_letter_to(struct conc_mailbox *mailbox, struct conc_queue *queue,
                                   const struct pending_send *l, bool try)
{
	switch (conc_mailbox_put(mailbox, l->actor, l->site, l->message, l->kind, try)) {
	case CONC_MAILBOX_TOKEN:
		return put_token(l, mailbox);
	case CONC_MAILBOX_DONE:
		add_relaxed(&queue->executor->dropped, UINT64_C(1));
		return SENT;
	case CONC_MAILBOX_ENDED:
		return ENDED;
	default:
		return FULL;
	}
}

static void send_pending(struct conc_processor *p, struct conc_queue *queue, struct pending_send *l)
{
	const struct conc_abi_type *type = l->site->conc_message;

	if (l->kind == CONC_RECORD_VALUE && is_large(l->site)) {
		l->message = conc_message_copy(l->site, l->message);
		l->kind = CONC_RECORD_LARGE;
	} else if (l->kind == CONC_RECORD_VALUE && (type->conc_destroy || type->conc_base)) {
		l->kind = CONC_RECORD_ENDING;
	} else if (l->kind == CONC_RECORD_REFERENCE &&
	           conc_message_begin(conc_message_of(l->site, l->message))) {
		l->kind = CONC_RECORD_COUNTED;
	}
	actor_send_put(p, queue, l);
}

static enum outcome send_slowly(struct pending_send *l, bool try)
{
	struct conc_processor *p = conc_processor_get();
	/* acquire: pairs with the join, and with the end */
	uint64_t ticket = load_acquire(&l->actor->conc_ticket);
	struct conc_mailbox *mailbox = NULL;
	struct conc_queue *queue;

	if (!l->of) note_uses(l->actor, l->site, l->message, l->kind);
	if (conc_debug) conc_actor_debug_send(l->actor, l->site, l->message, l->kind);
	if (!ticket) ticket = conc_executor_join(p, l->actor, l->site);
	if (!ticket) return NO_SYSTEM;
	if (CONC_UNLIKELY(l->actor->conc_made == CONC_MADE_AS_REPLICA))
		conc_misuse_replica(l->actor, l->site);
	if (ticket & CONC_TICKET_ENDED || !(queue = conc_queue_of(ticket))) return ENDED;
	conc_operation_touches(&queue->executor->waiters, USES);
	if (ticket & CONC_TICKET_SPECIAL) mailbox = load_acquire(&l->actor->conc_cold->mailbox);
	if (mailbox) return send_letter_to(mailbox, queue, l, try);
	l->direct = ticket & CONC_TICKET_SCALABLE;
	send_pending(p, queue, l);
	return SENT;
}

/* The actor has ended. Drops the message, if its type or its executor says so: disposes of it here,
 * since a record could come to the actor after its memory has gone. Returns whether it did. */
static __attribute__((noinline, cold)) bool drop_for_ended(struct conc_actor *actor,
                                                           const struct conc_abi_site *site,
                                                           void *message, enum conc_abi_record kind)
{
	/* acquire: as in send_slowly; null: its executor has stopped, and says nothing */
	struct conc_queue *queue = conc_queue_of(load_acquire(&actor->conc_ticket));
	const struct conc_abi_type *type = actor->conc_type ? actor->conc_type : site->conc_actor;

	if (!queue || conc_ended_policy_of(type, queue->executor) != CONC_ENDED_DROP) return false;
	add_relaxed(&queue->executor->dropped, UINT64_C(1));
	if (kind == CONC_RECORD_VALUE) {
		message = conc_message_copy(site, message);
		conc_message_undelivered(message, site, CONC_RECORD_LARGE);
		free(message);
	} else {
		/* in debug mode it has not begun */
		if (kind == CONC_RECORD_REFERENCE &&
		    conc_message_begin(conc_message_of(site, message)))
			kind = CONC_RECORD_COUNTED;
		conc_edge_from(message);
		conc_message_undelivered(message, site, kind);
	}
	return true;
}

static void send_or_stop(struct conc_actor *actor, const struct conc_abi_site *site, void *message,
                         enum conc_abi_record kind)
{
	struct pending_send l = {actor, site, message, kind, false, NULL};
	enum outcome outcome = send_slowly(&l, false);

	if (outcome == NO_SYSTEM) conc_misuse_no_system(site);
	if (outcome == ENDED && !drop_for_ended(actor, site, message, kind))
		conc_misuse_refused(actor, site, "which has ended");
	if (outcome == FULL) conc_misuse_refused(actor, site, "whose mailbox is full");
}

static bool try_send(struct conc_actor *actor, const struct conc_abi_site *site, void *message,
                     enum conc_abi_record kind)
{
	struct pending_send l = {actor, site, message, kind, false, NULL};

	return send_slowly(&l, true) == SENT;
}

bool conc_actor_tell(struct conc_actor *actor, const struct conc_abi_site *site,
                     const void *message, const struct conc_actor *of)
{
	struct pending_send l = {actor, site, (void *)(uintptr_t)message, CONC_RECORD_VALUE,
	                         false, of};

	return send_slowly(&l, true) == SENT;
}

/* ---- what lowered code calls ---- */

/* The short way to an actor that is scalable but not special. False: not possible. */
static inline bool put_scalable(struct conc_actor *actor, const struct conc_abi_site *site,
                                const void *message)
{
	struct conc_processor *p = conc_processor_current();
	/* acquire: as in send_slowly */
	uint64_t ticket = load_acquire(&actor->conc_ticket);
	const struct conc_abi_type *type = site->conc_message;
	struct conc_queue *queue;
	struct conc_record *record;

	if ((ticket & CONC_TICKET_FLAGS & ~CONC_TICKET_HELD) != CONC_TICKET_SCALABLE || !p ||
	    conc_debug || is_large(site) || type->conc_destroy || type->conc_base ||
	    !(queue = conc_queue_of(ticket)))
		return false;
	note_uses(actor, site, NULL, CONC_RECORD_VALUE);
	record = conc_queue_put_begin(p, queue, CONC_RECORD_HEAD + site->conc_size);
	*record = (struct conc_record){actor, (uintptr_t)site | CONC_RECORD_VALUE};
	put_value(record + 1, message, site->conc_size);
	conc_queue_put_end(queue);
	after_put_direct(p, queue, CONC_RECORD_HEAD + site->conc_size);
	return true;
}

void conc_abi_actor_send(struct conc_actor *actor, const struct conc_abi_site *site,
                         const void *message)
{
	conc_operation_on(actor, USES, "sends to");
	if (CONC_LIKELY(put_scalable(actor, site, message))) return;
	send_or_stop(actor, site, (void *)(uintptr_t)message, CONC_RECORD_VALUE);
}

/* A short way for an actor that has not joined, and for a message whose deliveries are counted, or
 * that was never sent. kind: from conc_message_begin. False: not possible. */
static inline bool put_pointer(struct conc_actor *actor, const struct conc_abi_site *site,
                               void *message, enum conc_abi_record kind)
{
#ifdef conc_abi_actor_put /* a seeded run */
	(void)actor, (void)site, (void)message, (void)kind;
	return false;
#else
	struct conc_processor *p = conc_processor_current();
	uint64_t ticket = load_relaxed(&actor->conc_ticket);
	struct conc_abi_outbox *box;
	char *record;

	if (!p || !p->outbox) return false;
	/* relaxed: conc_executor_join loads it again */
	if (!ticket && !load_relaxed(&actor->conc_cold))
		ticket = conc_executor_join(p, actor, site);
	box = (struct conc_abi_outbox *)(void *)p->outbox;
	record = conc_abi_outbox_enter(box, ticket, CONC_RECORD_POINTED);
	if (!record) return false;
	conc_abi_record_head(record, actor, site, kind);
	*(void **)(void *)(record + CONC_RECORD_HEAD) = message;
	conc_abi_outbox_leave(box, ticket);
	return true;
#endif
}

void conc_abi_actor_send_reference(struct conc_actor *actor, const struct conc_abi_site *site,
                                   void *message)
{
	enum conc_abi_record kind = CONC_RECORD_REFERENCE;

	conc_operation_on(actor, USES, "sends to");
	if (CONC_UNLIKELY(!message)) conc_misuse_null_message(site);
	if (CONC_LIKELY(!conc_debug)) { /* debug mode checks the message first */
		if (conc_message_begin(conc_message_of(site, message))) kind = CONC_RECORD_COUNTED;
		if (CONC_LIKELY(put_pointer(actor, site, message, kind))) return;
	}
	send_or_stop(actor, site, message, kind);
}

/* Returns the caller's delivery if its behaviour received the message by value; else null. */
static struct conc_delivery *delivery_of_copy(const void *message)
{
	struct conc_delivery *d = conc_delivery_current();
	struct conc_record *record = d ? conc_delivery_record(d) : NULL;
	enum conc_abi_record kind;

	if (!record || conc_record_message(record) != message) return NULL;
	kind = conc_record_kind(record);
	return conc_record_has_value(kind) || kind == CONC_RECORD_LARGE ? d : NULL;
}

/* Reports whether a copy, which has a destroy, moves when it is sent on. It does so only once. */
static bool moves(const struct conc_delivery *d, const struct conc_abi_site *site)
{
	const struct conc_abi_type *type = site->conc_message;

	while (type && !type->conc_destroy) type = type->conc_base;
	if (CONC_LIKELY(!type)) return false;
	if (d->moved)
		conc_stop(site->conc_where, conc_thread_self(),
		          "message '%s', which came by value and has a destroy, is sent on again "
		          "to actor '%s': it can be sent on once",
		          site->conc_message->conc_name, site->conc_actor->conc_name);
	return true;
}

static __attribute__((noinline)) void
forward_slowly(struct conc_actor *actor, const struct conc_abi_site *site, void *message)
{
	struct conc_delivery *d = delivery_of_copy(message);

	if (!d) {
		conc_abi_actor_send_reference(actor, site, message);
		return;
	}
	d->moved = moves(d, site);
	conc_abi_actor_send(actor, site, message);
}

/* Is message the plain copy in the record that the calling thread handles? */
static inline bool is_plain_copy(const void *message)
{
	const struct conc_processor *p = conc_processor_current();
	const struct conc_delivery *d = p ? p->current->delivery : NULL;

	return d && d->record && (const void *)(d->record + 1) == message &&
	       conc_record_kind(d->record) == CONC_RECORD_VALUE;
}

/* As conc_abi_actor_put, for a size that is not a constant. */
static inline bool put_copy(struct conc_actor *actor, const struct conc_abi_site *site,
                            const void *message)
{
#ifdef conc_abi_actor_put /* a seeded run */
	(void)actor, (void)site, (void)message;
	return false;
#else
	struct conc_abi_outbox *box = conc_abi_outbox();
	/* relaxed: only compared with this processor's own entry */
	uint64_t ticket = load_relaxed(&actor->conc_ticket);
	char *record = conc_abi_outbox_enter(box, ticket, CONC_RECORD_HEAD + site->conc_size);

	if (!record) return false;
	conc_abi_record_head(record, actor, site, CONC_RECORD_VALUE);
	for (size_t i = 0; i < site->conc_size; i += sizeof(uint64_t))
		memcpy(record + CONC_RECORD_HEAD + i, (const char *)message + i, sizeof(uint64_t));
	conc_abi_outbox_leave(box, ticket);
	return true;
#endif
}

void conc_abi_actor_forward(struct conc_actor *actor, const struct conc_abi_site *site,
                            void *message)
{
	if (CONC_LIKELY(is_plain_copy(message) && put_copy(actor, site, message))) return;
	forward_slowly(actor, site, message);
}

bool conc_abi_actor_try_send(struct conc_actor *actor, const struct conc_abi_site *site,
                             const void *message)
{
	conc_operation_on(actor, USES, "sends to");
	return try_send(actor, site, (void *)(uintptr_t)message, CONC_RECORD_VALUE);
}

bool conc_abi_actor_try_send_reference(struct conc_actor *actor, const struct conc_abi_site *site,
                                       void *message)
{
	conc_operation_on(actor, USES, "sends to");
	if (!message) conc_misuse_null_message(site);
	if (try_send(actor, site, message, CONC_RECORD_REFERENCE)) return true;
	/* relaxed: as in conc_message_begin. Its deletion is then no mistake, so do not warn. */
	store_relaxed(&conc_message_of(site, message)->conc_sent, 1);
	return false;
}

bool conc_abi_actor_try_forward(struct conc_actor *actor, const struct conc_abi_site *site,
                                void *message)
{
	struct conc_delivery *d = delivery_of_copy(message);
	bool move, sent;

	if (!d) return conc_abi_actor_try_send_reference(actor, site, message);
	move = moves(d, site);
	sent = conc_abi_actor_try_send(actor, site, message);
	if (sent) d->moved = move;
	return sent;
}
