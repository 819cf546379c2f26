/* SPDX-License-Identifier: MIT */
/*
 * scalable_remote: the registry.
 *
 * Constructors of the units link their types and calls into two lists. conc_remote_seal makes of
 * each an array, by number, and a hash table, by address: of the run function of a call, of the
 * struct conc_abi_type of a type. Each unit that knows a type or call registers its own, with its
 * own number. The operations behind a number are those of that unit; all units have the same.
 *
 * Rejected: numbers by name (two units may each have a static actor of the same name); a perfect
 * hash by the linker (needs a section and a script).
 */
#include "scalable_remote.h"

#include <stdlib.h>
#include <string.h>

#include "port/stop.h"

struct slot {
	uintptr_t key; /* 0: free */
	uint32_t number;
};

struct table {
	uint32_t count;
	uint32_t mask; /* number of slots - 1 */
	const void **items;
	struct slot *slots;
};

const struct conc_remote_ops *conc_remote_ops;

/* Newest first, until conc_remote_seal. */
static struct conc_abi_remote_type *first_type;
static struct conc_abi_remote_call *first_call;
static bool sealed;
static struct table types, calls;

void conc_abi_remote_type(struct conc_abi_remote_type *type)
{
	if (sealed) return;
	type->conc_next = first_type;
	first_type = type;
}

void conc_abi_remote_call(struct conc_abi_remote_call *call)
{
	if (sealed) return;
	call->conc_next = first_call;
	first_call = call;
}

/* ---- tables ---- */

static struct slot *remote_registry_find(const struct table *table, uintptr_t key)
{
	uint32_t at = (uint32_t)((uint64_t)key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & table->mask;

	while (table->slots[at].key && table->slots[at].key != key) at = (at + 1) & table->mask;
	return &table->slots[at];
}

static void *remote_registry_allocate(size_t count, size_t size)
{
	void *memory = calloc(count, size);

	if (!memory) conc_stop(NULL, NULL, "no memory to register actors");
	return memory;
}

static void remote_registry_make(struct table *table, uint32_t count)
{
	uint32_t slots = 2;

	while (slots < 2 * count) slots *= 2;
	table->count = count;
	table->mask = slots - 1;
	table->items = remote_registry_allocate(count + 1, sizeof *table->items);
	table->slots = remote_registry_allocate(slots, sizeof *table->slots);
}

static void remote_registry_enter(struct table *table, uint32_t number, const void *item,
                                  uintptr_t key)
{
	struct slot *slot = remote_registry_find(table, key);

	table->items[number] = item;
	if (!slot->key) *slot = (struct slot){key, number};
}

void conc_remote_seal(void)
{
	uint32_t count = 0;

	if (sealed) return;
	for (const struct conc_abi_remote_type *t = first_type; t; t = t->conc_next) count++;
	remote_registry_make(&types, count);
	for (const struct conc_abi_remote_type *t = first_type; t; t = t->conc_next)
		remote_registry_enter(&types, --count, t, (uintptr_t)t->conc_type);
	for (const struct conc_abi_remote_call *c = first_call; c; c = c->conc_next) count++;
	remote_registry_make(&calls, count);
	for (const struct conc_abi_remote_call *c = first_call; c; c = c->conc_next)
		remote_registry_enter(&calls, --count, c, (uintptr_t)c->conc_run);
	sealed = true;
}

/* Returns UINT32_MAX if the key was not registered. */
static uint32_t number_of(const struct table *table, uintptr_t key)
{
	const struct slot *slot = table->count ? remote_registry_find(table, key) : NULL;

	return slot && slot->key ? slot->number : UINT32_MAX;
}

const struct conc_abi_remote_call *conc_remote_call_of(const struct conc_abi_site *site)
{
	const struct conc_abi_remote_call *call =
	        conc_remote_call_at(number_of(&calls, (uintptr_t)site->conc_run));

	return call && call->conc_message->conc_type == site->conc_message ? call : NULL;
}

const struct conc_abi_remote_type *conc_remote_type_of(const struct conc_abi_type *type)
{
	return conc_remote_type_at(number_of(&types, (uintptr_t)type));
}

/* ---- numbers ---- */

uint32_t conc_remote_call_number(const struct conc_abi_remote_call *call)
{
	return number_of(&calls, (uintptr_t)call->conc_run);
}

uint32_t conc_remote_type_number(const struct conc_abi_remote_type *type)
{
	return number_of(&types, (uintptr_t)type->conc_type);
}

uint32_t conc_remote_call_count(void)
{
	return calls.count;
}

const struct conc_abi_remote_call *conc_remote_call_at(uint32_t number)
{
	return number < calls.count ? calls.items[number] : NULL;
}

const struct conc_abi_remote_type *conc_remote_type_at(uint32_t number)
{
	return number < types.count ? types.items[number] : NULL;
}

/* ---- are the programs the same? ---- */

static uint64_t mix(uint64_t hash, const void *bytes, size_t size)
{
	const unsigned char *byte = bytes;

	while (size-- > 0) hash = (hash ^ *byte++) * UINT64_C(0x100000001b3); /* FNV-1a */
	return hash;
}

static uint64_t mix_type(uint64_t hash, const struct conc_abi_remote_type *type)
{
	unsigned of[] = {type->conc_type->conc_size, type->conc_type->conc_header,
	                 type->conc_header_size, type->conc_serialize != NULL};

	hash = mix(hash, type->conc_type->conc_name, strlen(type->conc_type->conc_name) + 1);
	return mix(hash, of, sizeof of);
}

uint64_t conc_remote_fingerprint(void)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (uint32_t i = 0; i < types.count; i++) hash = mix_type(hash, types.items[i]);
	for (uint32_t i = 0; i < calls.count; i++) {
		const struct conc_abi_remote_call *call = calls.items[i];

		hash = mix(hash, call->conc_name, strlen(call->conc_name) + 1);
		hash = mix_type(mix_type(hash, call->conc_actor), call->conc_message);
	}
	return hash;
}
