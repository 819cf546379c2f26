/* SPDX-License-Identifier: MIT */
/* The blocks of the heap, with the places that allocated them: for the reports of races. */
#include "race.h"

#include "port/stop.h"

static struct {
	struct conc_race_block *blocks;
	size_t count, room; /* room is a power of two */
} table;

static size_t home_of(uintptr_t start)
{
	return (size_t)((start >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (table.room - 1);
}

static struct conc_race_block *find(uintptr_t start)
{
	size_t at = home_of(start);

	while (table.blocks[at].start && table.blocks[at].start != start)
		at = (at + 1) & (table.room - 1);
	return &table.blocks[at];
}

static void grow(void)
{
	struct conc_race_block *old = table.blocks;
	size_t room = table.room;

	table.room = room ? 2 * room : 256;
	table.blocks = conc_schedule_room(table.room * sizeof *table.blocks);
	for (size_t i = 0; i < room; i++)
		if (old[i].start) *find(old[i].start) = old[i];
}

void conc_race_allocated(const void *start, size_t size, const void *place)
{
	struct conc_race_block *block;

	if (!start || !conc_race_simulated()) return;
	conc_race_forget((uintptr_t)start, size); /* whoever freed it, and what came before */
	if (2 * table.count >= table.room) grow();
	block = find((uintptr_t)start);
	if (!block->start) table.count++;
	*block = (struct conc_race_block){.start = (uintptr_t)start,
	                                  .size = size,
	                                  .place = place,
	                                  .object = (uintptr_t)start};
}

/* It is known until the memory is allocated again. */
void conc_race_freed(const void *start)
{
	struct conc_race_block *block = table.room ? find((uintptr_t)start) : NULL;

	if (block && block->start) block->freed = true;
}

static struct conc_race_block *look_for(uintptr_t address, bool freed)
{
	for (size_t i = 0; i < table.room; i++)
		if (table.blocks[i].start && table.blocks[i].freed == freed &&
		    address - table.blocks[i].start < table.blocks[i].size)
			return &table.blocks[i];
	return NULL;
}

const struct conc_race_block *conc_race_block_of(uintptr_t address)
{
	const struct conc_race_block *block = look_for(address, false);

	return block ? block : look_for(address, true);
}

void conc_edge_name(const void *memory, const void *object, const char *where)
{
	struct conc_race_block *block;

	if (!conc_race_simulated() || !table.room) return;
	block = find((uintptr_t)memory);
	if (!block->start) return;
	block->where = where;
	block->object = (uintptr_t)object;
}
