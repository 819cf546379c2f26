/* SPDX-License-Identifier: MIT */
/*
 * actor_debug: with CONC_DEBUG=1, finds messages that change on their way, and sends to freed
 * memory.
 *
 * A record with a pointer to a message has a hash of the message after the pointer. Deleted actors
 * and messages stay in a quarantine for a while, and their hidden members say that they were
 * deleted. If debug mode is off, the only cost is to test conc_debug.
 *
 * Rejected: a table of messages on their way (the record has room for the hash); stopping at the
 * change itself (page protection: a message is smaller than a page).
 */
#include "kernel/thread.h"
#include "message.h"
#include "port/stop.h"

/* ---- Changed on its way ---- */

/* FNV-1a */
static uint64_t hash_bytes(uint64_t hash, const unsigned char *from, const unsigned char *to)
{
	for (; from < to; from++) hash = (hash ^ *from) * UINT64_C(0x100000001b3);
	return hash;
}

/* Hashes the message without its hidden member, which sends change. */
static uint64_t hash_of(const struct conc_record *record)
{
	const struct conc_abi_site *site = conc_record_site(record);
	const unsigned char *object = conc_record_message((struct conc_record *)(uintptr_t)record);
	const struct conc_message *m = conc_message_of(site, (void *)(uintptr_t)object);
	const struct conc_abi_type *type = m->conc_type ? m->conc_type : site->conc_message;
	uint64_t hash =
	        hash_bytes(UINT64_C(0xcbf29ce484222325), object, object + type->conc_header);

	return hash_bytes(hash, (const unsigned char *)(m + 1), object + type->conc_size);
}

static uint64_t *noted(struct conc_record *record)
{
	return (uint64_t *)(void *)((char *)record + CONC_RECORD_POINTED);
}

static bool by_reference(const struct conc_record *record)
{
	enum conc_abi_record kind = conc_record_kind(record);

	return kind == CONC_RECORD_REFERENCE || kind == CONC_RECORD_COUNTED;
}

void conc_actor_note_record(struct conc_record *record)
{
	if (by_reference(record)) *noted(record) = hash_of(record);
}

void conc_actor_check_record(struct conc_record *record)
{
	const struct conc_abi_site *site = conc_record_site(record);
	const char *what = NULL;

	if (!by_reference(record)) return;
	if (conc_message_made(conc_message_of(site, conc_record_message(record))) ==
	    CONC_MADE_DELETED)
		what = "deleted";
	else if (*noted(record) != hash_of(record)) what = "changed";
	if (what)
		conc_stop(site->conc_where, NULL,
		          "message '%s' %p, sent here by reference, was %s before actor '%s' %p "
		          "received it",
		          site->conc_message->conc_name, conc_record_message(record), what,
		          site->conc_actor->conc_name, (void *)record->actor);
}

/* ---- Freed memory ---- */

void conc_actor_debug_send(const struct conc_actor *actor, const struct conc_abi_site *site,
                           const void *message, enum conc_abi_record kind)
{
	const struct conc_message *m = conc_message_of(site, (void *)(uintptr_t)message);

	if (actor->conc_made == CONC_MADE_DELETED)
		conc_stop(site->conc_where, conc_thread_self(),
		          "message '%s' is sent to actor '%s' %p, which was deleted",
		          site->conc_message->conc_name, site->conc_actor->conc_name,
		          (void *)(uintptr_t)actor);
	if (conc_message_made(m) == CONC_MADE_DELETED)
		conc_stop(site->conc_where, conc_thread_self(),
		          "message '%s'%s, which was deleted, is sent to actor '%s' %p",
		          site->conc_message->conc_name,
		          kind == CONC_RECORD_VALUE ? " (a copy)" : "", site->conc_actor->conc_name,
		          (void *)(uintptr_t)actor);
}
