/* SPDX-License-Identifier: MIT */
/* Numbers for objects, from 1, in order of first use: what stands for addresses wherever one
 * would make a run differ from the next of the same seed, in the trace and in the order of
 * locks. A table with open addressing; an object that comes to stand where another one stood
 * has its number. */
#include "schedule_lane.h"

#include <stdlib.h>

#include "stop.h"

struct entry {
	const void *object;
	uint32_t number;
};

static struct {
	struct entry *entries;
	size_t room; /* a power of two */
	uint32_t count;
} table;

static struct entry *find(struct entry *entries, size_t room, const void *object)
{
	size_t at = (size_t)((uintptr_t)object * UINT64_C(0x9e3779b97f4a7c15) >> 20);

	while (entries[at & (room - 1)].object && entries[at & (room - 1)].object != object) at++;
	return &entries[at & (room - 1)];
}

static void grow(void)
{
	size_t room = table.room ? 2 * table.room : 256;
	struct entry *entries = calloc(room, sizeof *entries);

	if (!entries) conc_stop(NULL, NULL, "no memory for the objects of a seeded run");
	for (size_t i = 0; i < table.room; i++)
		if (table.entries[i].object)
			*find(entries, room, table.entries[i].object) = table.entries[i];
	free(table.entries);
	table.entries = entries;
	table.room = room;
}

uint32_t conc_schedule_number(const void *object)
{
	struct entry *entry;

	if (!object) return 0;
	if (2 * table.count >= table.room) grow();
	entry = find(table.entries, table.room, object);
	if (!entry->object) *entry = (struct entry){object, ++table.count};
	return entry->number;
}

/* A foreign kernel thread goes by addresses: its run is not reproducible in any case. But all
 * must agree on one order, so then everybody does. */
uintptr_t conc_abi_schedule_order(const void *object)
{
	if (!conc_schedule_on() || conc_schedule.foreign) return (uintptr_t)object;
	return conc_schedule_number(object);
}
