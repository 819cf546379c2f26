/* SPDX-License-Identifier: MIT */
/*
 * message: dispositions, asks and the deletion of messages.
 *
 * The idea. A message sent by reference may be in several deliveries at once: a behaviour sends its
 * parameter on (forwarding, moving), or to several actors (sharing). Its disposition takes effect
 * after the last of them. So a message with Delete or Destroy counts its deliveries. Most have one
 * at a time, and need no locked instruction: only the sender has a message without holders, and a
 * delivery that finds itself the only holder remains so, since only a holder sends it on.
 *
 *     holders:  0 ──send: store──► 1 ──a holder sends it on: add──► 2 …
 *               n ──a delivery ends: sub──► n-1        1 ──the last one: store──► 0, disposed of
 *
 * Nodelete, the default, and Finished do nothing, so deliveries with them are not counted. A
 * behaviour may give the message it handles another disposition, which makes its own delivery a
 * counted one, before the message is shared, but not after: other deliveries are not counted.
 *
 * Rejected: a count in every message (an atomic operation per send for messages that are never
 * disposed of); a flag (a message could not be shared); counting in the thesis's envelope (one
 * allocation per send).
 *
 * Invariants.
 * - Code outside behaviours sends a message with Delete or Destroy only once: from then on the
 *   message belongs to its deliveries.
 * - The type of a message is the one that `new` noted, else that of the expression that is sent.
 */
#include "message.h"

#include <stdlib.h>
#include <string.h>

#include "conc/abi_future.h"
#include "conc/abi_new.h"
#include "executor.h"
#include "port/stop.h"

enum { UNSENT_TOLD = 10 };

/* ---- Memory ---- */

void *conc_message_allocate(size_t align, size_t size, const struct conc_abi_site *site)
{
	void *memory = align <= _Alignof(max_align_t)
	                       ? malloc(size)
	                       : aligned_alloc(align, (size + align - 1) / align * align);

	if (!memory)
		conc_stop(site->conc_where, conc_thread_self(),
		          "no memory for message '%s' to actor '%s'", site->conc_message->conc_name,
		          site->conc_actor->conc_name);
	return memory;
}

void *conc_message_copy(const struct conc_abi_site *site, const void *message)
{
	conc_edge_reads(message, site->conc_size);
	return memcpy(conc_message_allocate(site->conc_align, site->conc_size, site), message,
	              site->conc_size);
}

/* ---- Disposing ---- */

static const struct conc_abi_type *type_of(const struct conc_message *m,
                                           const struct conc_abi_type *known)
{
	return m->conc_type ? m->conc_type : known;
}

static void dispose(struct conc_message *m, const struct conc_abi_site *site)
{
	const struct conc_abi_type *type = type_of(m, site->conc_message);
	/* relaxed: written before the end of the delivery that the caller has just ended */
	uint8_t how = load_relaxed(&m->conc_disposition);
	void *object = (char *)m - type->conc_header;

	if (!conc_message_counts(how)) return; /* a behaviour has changed it back */
	if (how == CONC_DELETE && conc_message_made(m) != CONC_MADE_BY_NEW)
		conc_stop(site->conc_where, NULL,
		          "message '%s' %p, sent here by reference with Delete, %s",
		          type->conc_name, object,
		          conc_message_made(m) == CONC_MADE_IN_ARRAY
		                  ? "is in an array: delete the array, or use Destroy"
		                  : "was not made by new: use Destroy");
	conc_object_dispose(object, type, object, site, how == CONC_DELETE);
	if (how == CONC_DELETE) {
		m->conc_made = CONC_MADE_DELETED;
		conc_object_free(object, type->conc_size);
	}
}

void conc_message_end(struct conc_message *m, const struct conc_abi_site *site)
{
	/* acquire: pairs with the release of the deliveries that ended before */
	if (CONC_LIKELY(load_acquire(&m->conc_holders) == 1)) store_relaxed(&m->conc_holders, 0);
	/* acq_rel: publishes what this behaviour did, acquires what the others did */
	else if (sub_acq_rel(&m->conc_holders, 1) != 1) return;
	dispose(m, site);
}

void conc_abi_set_disposition(struct conc_message *m, conc_disposition disposition)
{
	struct conc_delivery *delivery;
	struct conc_record *record;

	/* relaxed: the caller has the message, and sends it or ends its delivery after that */
	store_relaxed(&m->conc_disposition, (uint8_t)disposition);
	if (!conc_message_counts((uint8_t)disposition)) return;
	/* counts the calling behaviour's delivery if it is of m, by reference, and not counted */
	delivery = conc_delivery_current();
	record = delivery ? conc_delivery_record(delivery) : NULL;
	if (!record || conc_record_kind(record) != CONC_RECORD_REFERENCE ||
	    conc_message_of(conc_record_site(record), conc_record_message(record)) != m)
		return;
	conc_message_hold(m);
	record->site = (record->site & ~(uintptr_t)CONC_RECORD_KINDS) | CONC_RECORD_COUNTED;
}

/* ---- Handled ---- */

/* A copy that was sent on is destroyed by its new record. */
static void finish_copy(struct conc_delivery *d, void *message, const struct conc_abi_type *type)
{
	if (!d->moved) conc_object_destroy(message, type);
	d->moved = false;
}

void conc_delivery_finish(struct conc_delivery *d, struct conc_record *record)
{
	const struct conc_abi_site *site = conc_record_site(record);
	void *message = conc_record_message(record);

	switch (conc_record_kind(record)) {
	case CONC_RECORD_COUNTED:
		conc_message_end(conc_message_of(site, message), site);
		break;
	case CONC_RECORD_LARGE:
		conc_edge_to(message);
		finish_copy(d, message, site->conc_message);
		free(message);
		break;
	case CONC_RECORD_VALUE:
	case CONC_RECORD_ENDING:
		finish_copy(d, message, site->conc_message);
		break;
	default:
		break;
	}
	conc_edge_from(d->executor);
}

/* ---- Not handled ---- */

bool conc_message_undelivered(void *message, const struct conc_abi_site *site,
                              enum conc_abi_record kind)
{
	struct conc_message *m = conc_message_of(site, message);
	bool copy = conc_record_has_value(kind) || kind == CONC_RECORD_LARGE;
	const struct conc_abi_type *type =
	        copy ? site->conc_message : type_of(m, site->conc_message);
	bool told = false;

	for (unsigned i = 0; i < type->conc_ask_count; i++) {
		struct conc_future **ask = (void *)((char *)message + type->conc_asks[i]);

		/* a fulfilled future stays fulfilled */
		if (*ask && conc_abi_future_cancel(*ask)) told = true;
	}
	if (copy) conc_object_destroy(message, site->conc_message);
	else if (kind == CONC_RECORD_COUNTED) conc_message_end(m, site);
	return told;
}

/* ---- new and delete ---- */

void *conc_abi_new_messages(void *memory, const struct conc_abi_type *type)
{
	char *object = memory;

	for (size_t n = conc_new_count(memory); n > 0; n--, object += type->conc_size) {
		struct conc_message *m = (void *)(object + type->conc_header);

		m->conc_type = type;
		m->conc_made = CONC_MADE_IN_ARRAY;
	}
	return memory;
}

/* Destroys one message, which must be one that the caller may delete. Returns whether it was ever
 * sent by reference. */
static bool end_one(struct conc_message *m, const struct conc_abi_type *type, void *object,
                    const char *where)
{
	const char *why = NULL;

	if (conc_message_made(m) == CONC_MADE_DELETED) why = "was deleted";
	else if (conc_message_made(m) == CONC_MADE_OTHERWISE) why = "new did not make";
	else if (load_relaxed(&m->conc_holders)) why = "is still to be received";
	if (why)
		conc_stop(where, conc_thread_self(), "delete of message '%s' %p, which %s",
		          type->conc_name, object, why);
	conc_object_destroy(object, type);
	m->conc_made = CONC_MADE_DELETED;
	return load_relaxed(&m->conc_sent);
}

/* Warns UNSENT_TOLD times at most: a program may do it in a loop. count: of an array, or 0. */
static void warn_unsent(size_t count, const struct conc_abi_type *type, const void *object,
                        const char *where)
{
	static uint32_t told; /* atomic */
	/* relaxed: only a number */
	uint32_t number = add_relaxed(&told, 1u);
	const char *more = number + 1 < UNSENT_TOLD ? "" : "; no more of these are told";

	if (number >= UNSENT_TOLD) return;
	if (count)
		conc_warn(where, conc_thread_self(),
		          "%zu messages '%s' of the array %p are deleted, but were never sent by "
		          "reference%s",
		          count, type->conc_name, object, more);
	else
		conc_warn(where, conc_thread_self(),
		          "message '%s' %p is deleted, but was never sent by reference%s",
		          type->conc_name, object, more);
}

static void delete_array(char *first, const struct conc_abi_type *type, const char *where)
{
	size_t unsent = 0;

	for (size_t i = conc_new_check(first, where); i-- > 0;) {
		char *object = first + i * type->conc_size;

		unsent += !end_one((void *)(object + type->conc_header), type, object, where);
	}
	if (unsent) warn_unsent(unsent, type, first, where);
	conc_abi_delete(first, where);
}

void conc_abi_delete_message(void *object, const struct conc_abi_type *type, const char *where)
{
	struct conc_message *m;

	if (!object) return;
	m = (void *)((char *)object + type->conc_header);
	type = type_of(m, type);
	if (conc_message_made(m) == CONC_MADE_IN_ARRAY) {
		delete_array(object, type, where);
		return;
	}
	if (!end_one(m, type, object, where)) warn_unsent(0, type, object, where);
	conc_edge_free(object, type->conc_size, where);
	conc_object_free(object, type->conc_size);
}
