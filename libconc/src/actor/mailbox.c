/* SPDX-License-Identifier: MIT */
/*
 * mailbox: actors with a limit on the messages that wait for them.
 *
 * The idea. A queue of the executor has messages of many actors, so no thread can count those of
 * one actor there, or take out its oldest. An actor with a limit therefore has its own list of
 * letters, and a token for each letter goes through the executor's queue. Tokens are all alike:
 * each says "handle the first letter that is there now". So the oldest letter can be dropped at any
 * time, and its token serves the new one; the queue never holds more than the list does.
 *
 *     sender ──letter──► list ──token: behaviour──►
 *            ──token──► executor's queue
 *     limit reached:  BLOCK: waits in the guard's FIFO (conc_mailbox_next puts its letter in)
 *                     FAIL: refused   DROP_NEWEST: disposed of
 *                     DROP_OLDEST: the first non-control message is; no token is sent
 *
 * Control messages are in the same list, which keeps each sender's order, but they do not count and
 * are not dropped.
 *
 * A letter is a record like those in the executor's chunks. While its behaviour runs, it takes the
 * token's place in the delivery: forwarding, conc_set_disposition and conc_fail see no difference.
 *
 * Rejected: a counter beside the executor's queue, with the oldest marked as dropped (a sender that
 * is faster than the actor fills memory with marks, which a limit is to prevent); an array of limit
 * entries (a limit of a million costs as much when nothing waits).
 *
 * Invariants.
 * - Until the mailbox has ended, the list has as many letters as there are tokens on their way and
 *   senders that were let in and have not sent their token yet.
 * - users counts those that may still touch the mailbox; the last one frees it. An actor that has
 *   ended keeps it until its memory goes: a sender looks at the mailbox before it sees the end.
 */
#include "mailbox.h"

#include <stdlib.h>
#include <string.h>

#include "actor_debug.h"
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

/* ---- Letters ---- */

/* Leaves the message itself untouched: it may stay the sender's. */
static struct conc_letter *letter_new(struct conc_actor *actor, const struct conc_abi_site *site,
                                      void *message, enum conc_abi_record kind)
{
	bool large = kind == CONC_RECORD_VALUE && site->conc_align > 16;
	size_t size = kind == CONC_RECORD_VALUE && !large ? site->conc_size : 2 * sizeof(uint64_t);
	struct conc_letter *letter = conc_message_allocate(16, sizeof(*letter) + size, site);

	if (kind == CONC_RECORD_VALUE) conc_edge_reads(message, site->conc_size);
	if (large) kind = CONC_RECORD_LARGE;
	*letter = (struct conc_letter){.control = is_control(site->conc_message),
	                               .record = {actor, (uintptr_t)site | (uintptr_t)kind}};
	if (large) *conc_record_pointer(&letter->record) = conc_message_copy(site, message);
	else if (kind == CONC_RECORD_VALUE) memcpy(&letter->record + 1, message, site->conc_size);
	else *conc_record_pointer(&letter->record) = message;
	conc_edge_from(conc_record_message(&letter->record));
	return letter;
}

/* Inside the guard: begins the delivery of a letter that goes in or is dropped. */
static void seal(struct conc_letter *letter)
{
	struct conc_record *record = &letter->record;
	const struct conc_abi_site *site = conc_record_site(record);

	if (conc_record_kind(record) != CONC_RECORD_REFERENCE) return;
	if (conc_message_begin(conc_message_of(site, conc_record_message(record))))
		record->site = (uintptr_t)site | CONC_RECORD_COUNTED;
	if (CONC_UNLIKELY(conc_debug)) conc_actor_note_record(record);
}

/* The letter was not handled. */
static void free_memory(struct conc_letter *letter)
{
	if (conc_record_kind(&letter->record) == CONC_RECORD_LARGE)
		free(conc_record_message(&letter->record));
	free(letter);
}

/* No behaviour receives the letter. Returns whether an ask was cancelled. */
static bool drop(struct conc_letter *letter)
{
	struct conc_record *record = &letter->record;
	bool told = conc_message_undelivered(conc_record_message(record), conc_record_site(record),
	                                     conc_record_kind(record));

	free_memory(letter);
	return told;
}

/* ---- Inside the guard ---- */

static void append(struct conc_mailbox *mb, struct conc_letter *letter)
{
	letter->next = NULL;
	if (mb->last) mb->last->next = letter;
	else mb->first = letter;
	mb->last = letter;
	if (letter->control) return;
	mb->counts.sent++;
	if (++mb->counts.queued > mb->counts.highest) mb->counts.highest = mb->counts.queued;
}

/* Takes out the letter after previous (null: the first). */
static struct conc_letter *unlink_behind(struct conc_mailbox *mb, struct conc_letter *previous)
{
	struct conc_letter **link = previous ? &previous->next : &mb->first, *letter = *link;

	*link = letter->next;
	if (mb->last == letter) mb->last = previous;
	if (!letter->control) mb->counts.queued--;
	return letter;
}

/* The list has a letter that is not a control message. */
static struct conc_letter *unlink_oldest(struct conc_mailbox *mb)
{
	struct conc_letter *previous = NULL, *letter = mb->first;

	for (; letter->control; letter = letter->next) previous = letter;
	mb->counts.dropped++;
	return unlink_behind(mb, previous);
}

static bool has_room(const struct conc_mailbox *mb)
{
	return !mb->config.limit || mb->counts.queued < mb->config.limit;
}

static enum conc_mailbox_verdict enter(struct conc_mailbox *mb, struct conc_letter *letter)
{
	seal(letter);
	append(mb, letter);
	mb->users++;
	return CONC_MAILBOX_TOKEN;
}

/* The mailbox is full. *out: the letter to drop, if any. */
static enum conc_mailbox_verdict at_limit(struct conc_mailbox *mb, struct conc_letter *letter,
                                          bool try, struct conc_letter **out)
{
	switch (mb->config.policy) {
	case CONC_MAILBOX_DROP_OLDEST:
		*out = unlink_oldest(mb);
		seal(letter);
		append(mb, letter);
		return CONC_MAILBOX_DONE;
	case CONC_MAILBOX_DROP_NEWEST:
		if (try) break;
		seal(letter);
		mb->counts.dropped++;
		*out = letter;
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

/* Stops the program if a behaviour of the same actor would wait for itself. */
static void check_own(const struct conc_actor *actor, const struct conc_abi_site *site)
{
	const struct conc_delivery *delivery = conc_delivery_current();

	if (delivery && delivery->record && delivery->record->actor == actor)
		conc_misuse_own_full(actor, site);
}

/* Tries once. *waits: w is now in the FIFO. */
static enum conc_mailbox_verdict look(struct conc_mailbox *mb, struct conc_letter *letter, bool try,
                                      struct conc_letter **out, struct conc_waiter *w, bool *waits)
{
	struct conc_waiter *head = conc_guard_enter(&mb->guard);
	enum conc_mailbox_verdict verdict = CONC_MAILBOX_ENDED;

	if (!mb->ended)
		verdict = letter->control || has_room(mb) ? enter(mb, letter)
		                                          : at_limit(mb, letter, try, out);
	*waits = verdict == CONC_MAILBOX_FULL && !try && mb->config.policy == CONC_MAILBOX_BLOCK;
	if (*waits) {
		mb->users++;
		mb->counts.blocked++;
		head = conc_waiters_append(head, w);
	}
	conc_guard_leave(&mb->guard, head);
	return verdict;
}

/* Waits if the policy is BLOCK. If conc_mailbox_next puts the letter in, it is no longer the
 * sender's, which still owes the token. */
static enum conc_mailbox_verdict put_or_wait(struct conc_mailbox *mb, struct conc_letter *letter,
                                             bool try, struct conc_letter **out)
{
	const struct conc_abi_site *site = conc_record_site(&letter->record);
	const struct conc_actor *actor = letter->record.actor;
	struct conc_thread *self = conc_thread_self();
	enum conc_mailbox_verdict verdict;
	struct conc_waiter w;
	bool waits;

	for (;;) {
		conc_waiter_init(&w, self, NULL, 0);
		w.slot = letter;
		verdict = look(mb, letter, try, out, &w, &waits);
		if (!waits) return verdict;
		check_own(actor, site);
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
	struct conc_letter *letter = letter_new(actor, site, message, kind), *out = NULL;
	enum conc_mailbox_verdict verdict = put_or_wait(mb, letter, try, &out);

	if (out) drop(out);
	if (verdict == CONC_MAILBOX_FULL || verdict == CONC_MAILBOX_ENDED) free_memory(letter);
	return verdict;
}

/* ---- The actor ---- */

struct conc_letter *conc_mailbox_next(struct conc_mailbox *mb)
{
	struct conc_waiter *head = conc_guard_enter(&mb->guard), *w = NULL;
	struct conc_letter *letter = mb->first;

	if (letter) {
		unlink_behind(mb, NULL);
		if (!letter->control) mb->counts.received++;
	}
	if (head && has_room(mb)) w = conc_waiters_claim_first(&head);
	if (w) {
		seal(w->slot);
		append(mb, w->slot);
	}
	conc_guard_leave(&mb->guard, head);
	if (w) conc_waiter_complete(w, CONC_WAIT_DONE);
	return letter;
}

void conc_mailbox_end(struct conc_mailbox *mb)
{
	struct conc_waiter *head = conc_guard_enter(&mb->guard), *waiting;
	struct conc_letter *letter = mb->first, *next;

	mb->ended = true;
	mb->first = mb->last = NULL;
	waiting = conc_waiters_claim_all(&head);
	conc_guard_leave(&mb->guard, head);
	conc_waiters_complete_all(waiting, CONC_WAIT_AGAIN);
	for (; letter; letter = next) {
		const struct conc_abi_site *site = conc_record_site(&letter->record);
		next = letter->next;
		if (!drop(letter)) conc_unreceived_note(site);
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

/* Handles the letter in the place of the token. */
static conc_disposition run_letter(struct conc_delivery *delivery, struct conc_record *record)
{
	const struct conc_abi_site *site = conc_record_site(record);
	conc_disposition how;

	delivery->letter = record;
	/* relaxed: the caller handles the actor's messages */
	if (CONC_UNLIKELY(load_relaxed(&record->actor->conc_ticket) & CONC_TICKET_SCALABLE) &&
	    !load_relaxed(&conc_scalable)->admit_letter(delivery, record)) {
		delivery->letter = NULL;
		return CONC_NODELETE;
	}
	if (CONC_UNLIKELY(conc_debug)) conc_actor_check_record(record);
	conc_edge_to(conc_record_message(record));
	how = site->conc_run(record->actor, conc_record_message(record));
	conc_record_edge_from(record);
	if (how == CONC_FAILED)
		how = conc_supervision_failed(record->actor, site, delivery->status);
	conc_delivery_finish(delivery, record);
	delivery->letter = NULL;
	return how;
}

static conc_disposition run_token(struct conc_actor *actor, void *token)
{
	struct conc_letter *letter =
	        conc_mailbox_next(((struct conc_mailbox_token *)token)->mailbox);
	conc_disposition how;

	(void)actor;
	if (!letter) return CONC_NODELETE;
	how = run_letter(conc_delivery_current(), &letter->record);
	free(letter);
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
	/* acquire: pairs with the release in conc_actor_get_more */
	struct conc_actor_more *more = load_acquire(&actor->conc_more);

	/* acquire: pairs with the release in conc_abi_mailbox_limit */
	return more ? load_acquire(&more->mailbox) : NULL;
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
	store_release(&conc_actor_get_more(actor)->mailbox, mb);
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
