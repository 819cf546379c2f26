/* SPDX-License-Identifier: MIT */
/*
 * mailbox: actors with a limit on the messages that wait for them.
 *
 * The idea. A queue of the executor has messages of many actors, so no thread can count those of
 * one actor there, or take out its oldest. An actor with a limit therefore has its own list of
 * envelopes, and a token for each goes through the executor's queue: "handle the first envelope
 * that is there now". So the oldest envelope can be dropped at any time, and its token serves the
 * new one; the queue never holds more than the list does.
 *
 *     sender ──envelope──► list ──token: behaviour──►
 *            ──token──► executor's queue
 *     limit reached:  BLOCK: waits in the guard's FIFO (conc_mailbox_next puts its envelope in)
 *                     FAIL: refused   DROP_NEWEST: disposed of
 *                     DROP_OLDEST: the first non-control message is; no token is sent
 *
 * Control messages are in the same list, which keeps each sender's order, but they do not count and
 * are not dropped. While an envelope's behaviour runs, it takes the token's place in the delivery:
 * forwarding, conc_set_disposition and conc_fail see no difference.
 *
 * Rejected: a counter beside the executor's queue, with the oldest marked as dropped (a sender that
 * is faster than the actor fills memory with marks); an array of limit entries (a limit of a
 * million costs as much when nothing waits).
 *
 * Invariants.
 * - Until the mailbox has ended, the list has as many envelopes as there are tokens on their way
 *   and senders that were let in and have not sent their token yet.
 * - users counts those that may still touch the mailbox; the last one frees it. An actor that has
 *   ended keeps it until its memory goes: a sender looks at the mailbox before it sees the end.
 */
#include "mailbox.h"

#include <stdlib.h>
#include <string.h>

#include "actor_misuse.h"
#include "executor.h"
#include "kernel/waiting.h"
#include "message.h"
#include "port/stop.h"
#include "supervision.h"

static bool is_control(const struct conc_abi_type *type)
{
	while (type && type != &conc_type_conc_control) type = type->conc_base;
	return type != NULL;
}

/* ---- Envelopes ---- */

/* Leaves the message itself untouched: it may stay the sender's. */
static struct conc_envelope *envelope_new(struct conc_actor *actor,
                                          const struct conc_abi_site *site, void *message,
                                          enum conc_abi_record kind)
{
	bool large = kind == CONC_RECORD_VALUE && site->conc_align > 16;
	size_t size = kind == CONC_RECORD_VALUE && !large ? site->conc_size : 2 * sizeof(uint64_t);
	struct conc_envelope *envelope = conc_message_allocate(16, sizeof(*envelope) + size, site);

	if (kind == CONC_RECORD_VALUE) conc_edge_reads(message, site->conc_size);
	if (large) kind = CONC_RECORD_LARGE;
	*envelope = (struct conc_envelope){.control = is_control(site->conc_message),
	                                   .record = {actor, (uintptr_t)site | (uintptr_t)kind}};
	if (large) *conc_record_pointer(&envelope->record) = conc_message_copy(site, message);
	else if (kind == CONC_RECORD_VALUE) memcpy(&envelope->record + 1, message, site->conc_size);
	else *conc_record_pointer(&envelope->record) = message;
	conc_edge_from(conc_record_message(&envelope->record));
	return envelope;
}

/* Inside the guard: begins the delivery of an envelope that goes in or is dropped. */
static void seal(struct conc_envelope *envelope)
{
	struct conc_record *record = &envelope->record;
	const struct conc_abi_site *site = conc_record_site(record);

	if (conc_record_kind(record) != CONC_RECORD_REFERENCE) return;
	if (conc_message_begin(conc_message_of(site, conc_record_message(record))))
		record->site = (uintptr_t)site | CONC_RECORD_COUNTED;
	if (CONC_UNLIKELY(conc_debug)) conc_actor_note_record(record);
}

/* The envelope was not handled. */
static void free_memory(struct conc_envelope *envelope)
{
	if (conc_record_kind(&envelope->record) == CONC_RECORD_LARGE)
		free(conc_record_message(&envelope->record));
	free(envelope);
}

/* No behaviour receives the envelope. Returns whether an ask was cancelled. */
static bool mailbox_drop(struct conc_envelope *envelope)
{
	struct conc_record *record = &envelope->record;
	bool told = conc_message_undelivered(conc_record_message(record), conc_record_site(record),
	                                     conc_record_kind(record));

	free_memory(envelope);
	return told;
}

/* ---- Inside the guard ---- */

static void mailbox_append(struct conc_mailbox *mb, struct conc_envelope *envelope)
{
	envelope->next = NULL;
	if (mb->last) mb->last->next = envelope;
	else mb->first = envelope;
	mb->last = envelope;
	if (envelope->control) return;
	mb->counts.sent++;
	if (++mb->counts.queued > mb->counts.highest) mb->counts.highest = mb->counts.queued;
}

/* Takes out the envelope after previous (null: the first). */
static struct conc_envelope *unlink_behind(struct conc_mailbox *mb, struct conc_envelope *previous)
{
	struct conc_envelope **link = previous ? &previous->next : &mb->first, *envelope = *link;

	*link = envelope->next;
	if (mb->last == envelope) mb->last = previous;
	if (!envelope->control) mb->counts.queued--;
	return envelope;
}

/* The list has an envelope that is not a control message. */
static struct conc_envelope *unlink_oldest(struct conc_mailbox *mb)
{
	struct conc_envelope *previous = NULL, *envelope = mb->first;

	for (; envelope->control; envelope = envelope->next) previous = envelope;
	mb->counts.dropped++;
	return unlink_behind(mb, previous);
}

static bool has_room(const struct conc_mailbox *mb)
{
	return !mb->config.limit || mb->counts.queued < mb->config.limit;
}

static enum conc_mailbox_verdict mailbox_enter(struct conc_mailbox *mb,
                                               struct conc_envelope *envelope)
{
	seal(envelope);
	mailbox_append(mb, envelope);
	mb->users++;
	return CONC_MAILBOX_TOKEN;
}

/* The mailbox is full. *out: the envelope to drop, if any. */
static enum conc_mailbox_verdict at_limit(struct conc_mailbox *mb, struct conc_envelope *envelope,
                                          bool try, struct conc_envelope **out)
{
	switch (mb->config.policy) {
	case CONC_MAILBOX_DROP_OLDEST:
		*out = unlink_oldest(mb);
		seal(envelope);
		mailbox_append(mb, envelope);
		return CONC_MAILBOX_DONE;
	case CONC_MAILBOX_DROP_NEWEST:
		if (try) break;
		seal(envelope);
		mb->counts.dropped++;
		*out = envelope;
		return CONC_MAILBOX_DONE;
	default:
		break;
	}
	mb->counts.failed += try || mb->config.policy == CONC_MAILBOX_FAIL;
	return CONC_MAILBOX_FULL;
}

/* ---- Senders ---- */

static void let_go(struct conc_mailbox *mb)
{
	struct conc_waiter *head = conc_guard_enter(&mb->guard);
	bool last = --mb->users == 0;

	conc_guard_leave(&mb->guard, head);
	if (last) free(mb);
}

/* Tries once. *waits: w is now in the FIFO. */
static enum conc_mailbox_verdict mailbox_attempt(struct conc_mailbox *mb,
                                                 struct conc_envelope *envelope, bool try,
                                                 struct conc_envelope **out, struct conc_waiter *w,
                                                 bool *waits)
{
	struct conc_waiter *head = conc_guard_enter(&mb->guard);
	enum conc_mailbox_verdict verdict = CONC_MAILBOX_ENDED;

	conc_operation_touches(mb, CHANGES);
	if (!mb->ended)
		verdict = envelope->control || has_room(mb) ? mailbox_enter(mb, envelope)
		                                            : at_limit(mb, envelope, try, out);
	*waits = verdict == CONC_MAILBOX_FULL && !try && mb->config.policy == CONC_MAILBOX_BLOCK;
	if (*waits) {
		mb->users++;
		mb->counts.blocked++;
		head = conc_waiters_append(head, w);
	}
	conc_guard_leave(&mb->guard, head);
	return verdict;
}

/* Waits if the policy is BLOCK. If conc_mailbox_next puts the envelope in, it is no longer the
 * sender's, which still owes the token. */
static enum conc_mailbox_verdict put_or_wait(struct conc_mailbox *mb,
                                             struct conc_envelope *envelope, bool try,
                                             struct conc_envelope **out)
{
	const struct conc_abi_site *site = conc_record_site(&envelope->record);
	const struct conc_actor *actor = envelope->record.actor;
	struct conc_thread *self = conc_thread_self();
	enum conc_mailbox_verdict verdict;
	struct conc_waiter w;
	bool waits;

	for (;;) {
		conc_waiter_init(&w, self, NULL, 0);
		w.slot = envelope;
		verdict = mailbox_attempt(mb, envelope, try, out, &w, &waits);
		if (!waits) return verdict;
		if (conc_delivery_is_of(actor)) conc_misuse_own_full(actor, site);
		conc_thread_waits(self, "room in a mailbox", mb, site->conc_where, NULL);
		conc_thread_park(self);
		if (w.result == CONC_WAIT_DONE)
			return CONC_MAILBOX_TOKEN; /* w's use is now the token's */
		let_go(mb); /* the limit has changed, or the actor has ended: look again */
	}
}

enum conc_mailbox_verdict conc_mailbox_put(struct conc_mailbox *mb, struct conc_actor *actor,
                                           const struct conc_abi_site *site, void *message,
                                           enum conc_abi_record kind, bool try)
{
	struct conc_envelope *envelope = envelope_new(actor, site, message, kind), *out = NULL;
	enum conc_mailbox_verdict verdict = put_or_wait(mb, envelope, try, &out);

	if (out) mailbox_drop(out);
	if (verdict == CONC_MAILBOX_FULL || verdict == CONC_MAILBOX_ENDED) free_memory(envelope);
	return verdict;
}

/* ---- The actor ---- */

struct conc_envelope *conc_mailbox_next(struct conc_mailbox *mb)
{
	struct conc_waiter *head, *w = NULL;
	struct conc_envelope *envelope;

	conc_operation_on(mb, CHANGES, "takes a message");
	head = conc_guard_enter(&mb->guard);
	envelope = mb->first;
	if (envelope) {
		unlink_behind(mb, NULL);
		if (!envelope->control) mb->counts.received++;
	}
	if (head && has_room(mb)) w = conc_waiters_claim_first(&head);
	if (w) {
		seal(w->slot);
		mailbox_append(mb, w->slot);
	}
	conc_guard_leave(&mb->guard, head);
	if (w) conc_waiter_complete(w, CONC_WAIT_DONE);
	return envelope;
}

void conc_mailbox_end(struct conc_mailbox *mb)
{
	struct conc_waiter *head = conc_guard_enter(&mb->guard), *waiting;
	struct conc_envelope *envelope = mb->first, *next;

	conc_operation_touches(mb, CHANGES);
	mb->ended = true;
	mb->first = mb->last = NULL;
	waiting = conc_waiters_claim_all(&head);
	conc_guard_leave(&mb->guard, head);
	conc_waiters_complete_all(waiting, CONC_WAIT_AGAIN);
	for (; envelope; envelope = next) {
		const struct conc_abi_site *site = conc_record_site(&envelope->record);
		next = envelope->next;
		if (!mailbox_drop(envelope)) conc_unreceived_note(site);
	}
}

void conc_mailbox_free(struct conc_mailbox *mb)
{
	let_go(mb);
}

struct conc_mailbox *conc_mailbox_new(const struct conc_mailbox_config *config, const char *where)
{
	struct conc_mailbox *mb = calloc(1, sizeof(*mb));

	if (!mb) conc_stop(where, conc_thread_self(), "no memory for a mailbox");
	mb->users = 1;
	mb->config = *config;
	return mb;
}

void conc_mailbox_set(struct conc_mailbox *mb, const struct conc_mailbox_config *config)
{
	struct conc_waiter *head = conc_guard_enter(&mb->guard), *waiting;

	conc_operation_touches(mb, CHANGES);
	mb->config = *config;
	waiting = conc_waiters_claim_all(&head);
	conc_guard_leave(&mb->guard, head);
	conc_waiters_complete_all(waiting, CONC_WAIT_AGAIN);
}

/* ---- Tokens ---- */

/* A token's destroy: after its behaviour, or when it is undelivered. */
static void end_token(void *token)
{
	let_go(((struct conc_mailbox_token *)token)->mailbox);
}

/* Handles the envelope in the place of the token. */
static conc_disposition run_envelope(struct conc_delivery *delivery, struct conc_record *record)
{
	const struct conc_abi_site *site = conc_record_site(record);
	conc_disposition how;

	delivery->envelope = record;
	/* relaxed: the caller handles the actor's messages */
	if (CONC_UNLIKELY(load_relaxed(&record->actor->conc_ticket) & CONC_TICKET_SCALABLE) &&
	    !load_relaxed(&conc_scalable)->admit_envelope(delivery, record)) {
		delivery->envelope = NULL;
		return CONC_NODELETE;
	}
	if (CONC_UNLIKELY(conc_debug)) conc_actor_check_record(record);
	conc_edge_to(conc_record_message(record));
	how = site->conc_run(record->actor, conc_record_message(record));
	conc_record_edge_from(record);
	if (how == CONC_FAILED)
		how = conc_supervision_failed(record->actor, site, delivery->status);
	conc_delivery_finish(delivery, record);
	delivery->envelope = NULL;
	return how;
}

static conc_disposition run_token(struct conc_actor *actor, void *token)
{
	struct conc_envelope *envelope =
	        conc_mailbox_next(((struct conc_mailbox_token *)token)->mailbox);
	conc_disposition how;

	(void)actor;
	if (!envelope) return CONC_NODELETE;
	how = run_envelope(conc_delivery_current(), &envelope->record);
	free(envelope);
	return how;
}

static const struct conc_abi_type token_type = {
        .conc_name = "token",
        .conc_destroy = end_token,
        .conc_size = sizeof(struct conc_mailbox_token),
        .conc_header = offsetof(struct conc_mailbox_token, conc_message),
};
static const struct conc_abi_type any_actor = {
        .conc_name = "actor with a mailbox",
        .conc_size = sizeof(struct conc_actor),
};
const struct conc_abi_site conc_mailbox_site = {
        .conc_run = run_token,
        .conc_actor = &any_actor,
        .conc_message = &token_type,
        .conc_where = "mailbox",
        .conc_size = sizeof(struct conc_mailbox_token),
        .conc_align = _Alignof(struct conc_mailbox_token),
};

/* ---- What programs call ---- */

static struct conc_mailbox *mailbox_of(struct conc_actor *actor)
{
	/* acquire: pairs with the release in conc_actor_get_cold */
	struct conc_actor_cold *cold = load_acquire(&actor->conc_cold);

	/* acquire: pairs with the release in conc_abi_mailbox_limit */
	return cold ? load_acquire(&cold->mailbox) : NULL;
}

void conc_abi_mailbox_limit(struct conc_actor *actor, const struct conc_mailbox_config *config,
                            const char *where)
{
	struct conc_mailbox *mb = mailbox_of(actor);

	conc_misuse_check_own(actor, "conc_mailbox_limit", where);
	if ((unsigned)config->policy > CONC_MAILBOX_DROP_OLDEST)
		conc_stop(where, conc_thread_self(), "%u is no policy of a mailbox",
		          (unsigned)config->policy);
	if (mb) {
		conc_mailbox_set(mb, config);
		return;
	}
	mb = conc_mailbox_new(config, where);
	/* release: publishes the mailbox to mailbox_of */
	store_release(&conc_actor_get_cold(actor)->mailbox, mb);
	conc_actor_flag(actor, CONC_TICKET_SPECIAL);
}

bool conc_abi_mailbox_statistics(struct conc_actor *actor, struct conc_mailbox_statistics *out)
{
	struct conc_mailbox *mb = mailbox_of(actor);
	struct conc_waiter *head;

	if (!mb) return false;
	head = conc_guard_enter(&mb->guard);
	*out = mb->counts;
	conc_guard_leave(&mb->guard, head);
	return true;
}
