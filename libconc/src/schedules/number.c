/* SPDX-License-Identifier: MIT */
/* Objects without their addresses, which differ from run to run.
 *
 * In the trace an object is a number, from 1, in order of first use. An object that comes to lie
 * where another one was has the same number.
 *
 * Locks are taken in address order, and a program may rely on that for the locks of one array. So
 * they are ordered by address within memory that is mapped at once. Between mappings, where the
 * kernel decides, first come the program and its heap (malloc takes everything from there), then
 * the chunks of stacks in order of creation, then the rest. Rejected: the numbers of the trace (a
 * statement with two locks of an array could take the second one first, and a deadlock that cannot
 * happen would be reported).
 */
#include "lane.h"

#include <stdlib.h>
#include <unistd.h>

#include "kernel/stack_pool.h"
#include "port/stop.h"

struct entry {
	const void *object;
	uint32_t number;
};

static struct {
	struct entry *entries;
	size_t room; /* a power of two */
	uint32_t count;
} table;

static struct entry *numbers_find(struct entry *entries, size_t room, const void *object)
{
	size_t at = (size_t)((uintptr_t)object * UINT64_C(0x9e3779b97f4a7c15) >> 20);

	while (entries[at & (room - 1)].object && entries[at & (room - 1)].object != object) at++;
	return &entries[at & (room - 1)];
}

static void grow(void)
{
	size_t room = table.room ? 2 * table.room : 256;
	struct entry *entries = conc_schedule_room(room * sizeof *entries);

	for (size_t i = 0; i < table.room; i++)
		if (table.entries[i].object)
			*numbers_find(entries, room, table.entries[i].object) = table.entries[i];
	table.entries = entries;
	table.room = room;
}

uint32_t conc_schedule_number(const void *object)
{
	struct entry *entry;

	if (!object) return 0;
	if (2 * table.count >= table.room) grow();
	entry = numbers_find(table.entries, table.room, object);
	if (!entry->object) *entry = (struct entry){object, ++table.count};
	return entry->number;
}

#define CLASS_STACKS (UINT64_C(1) << 62)
#define CLASS_REST (UINT64_C(1) << 63)
#define ADDRESS_BITS 48

/* Any kernel thread may call it: what it reads is fixed once the object is there. */
uintptr_t conc_abi_schedule_order(const void *object)
{
	uint64_t address = (uintptr_t)object;
	uint64_t chunk;

	if (!conc_schedule.on || address < (uintptr_t)sbrk(0)) return address;
	chunk = conc_stack_chunk(object);
	return (chunk ? CLASS_STACKS | chunk << ADDRESS_BITS : CLASS_REST) | address;
}
