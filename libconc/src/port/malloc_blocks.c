/* SPDX-License-Identifier: MIT */
/*
 * malloc_blocks: where the blocks of glibc's malloc begin and end.
 *
 * The idea. An arena is covered by chunks. The word before a chunk's memory is its size, a multiple
 * of 16 with flags in the lowest bits, so each chunk leads to the next, and the last one ends
 * exactly at the end of the arena. Where the first chunk is depends on the version (an arena's own
 * data comes before it), so it is looked for: the first place from which the chunks lead to the
 * end. What is not such a chain is no arena, and the caller takes it for memory without blocks. So
 * another malloc costs nothing but precision.
 *
 * The first arena is the mapping [heap]. Others have heaps of at most 64 MiB at multiples of that,
 * which begin with: the arena, the heap before, the size.
 *
 * Rejected: replacing malloc, or wrapping it by the linker (ordinary builds would pay, and blocks
 * of libraries would be missing); glibc's own functions (none lists the blocks).
 */
#include "malloc_blocks.h"

#include <string.h>

#include "os.h"

enum { FLAGS = 7, PREVIOUS_IN_USE = 1, MAPPED = 2, HEADER = 16, LEAST = 16, SIZE_AT = 8 };

#define DATA_MAX ((uintptr_t)64 << 10) /* of an arena, or before the first one */

static uintptr_t word_at(uintptr_t address)
{
	uintptr_t word;

	memcpy(&word, (const void *)address, sizeof word);
	return word;
}

/* The size word of the chunk. */
static uintptr_t size_word(uintptr_t chunk)
{
	return word_at(chunk + SIZE_AT);
}

/* Returns the chunk behind this one; 0: this is none. */
static uintptr_t next_chunk(uintptr_t chunk, uintptr_t end)
{
	uintptr_t size = size_word(chunk), bytes = size & ~(uintptr_t)FLAGS;

	if ((size & MAPPED) || bytes < LEAST || bytes % CONC_BLOCK_STEP || bytes > end - chunk)
		return 0;
	return chunk + bytes;
}

static bool leads_to_end(uintptr_t chunk, uintptr_t end)
{
	while (chunk && chunk < end) chunk = next_chunk(chunk, end);
	return chunk == end;
}

/* Moves start to the first chunk. */
static bool find_first(struct conc_arena *arena)
{
	uintptr_t most = arena->end - arena->start;

	if (most < HEADER) return false;
	if (most > DATA_MAX) most = DATA_MAX;
	for (uintptr_t i = 0; i + HEADER <= most; i += CONC_BLOCK_STEP) {
		if (!leads_to_end(arena->start + i, arena->end)) continue;
		arena->start += i;
		return true;
	}
	return false;
}

bool conc_arena_find(const struct conc_mapping *mapping, uintptr_t start, struct conc_arena *arena)
{
	uintptr_t size;

	*arena = (struct conc_arena){.start = start, .end = mapping->end};
	if (mapping->is_heap) return find_first(arena);
	/* it may be no memory of malloc, and not readable */
	if (!conc_os_peek((const void *)(start + 2 * sizeof size), &size, sizeof size))
		return false;
	if (size > mapping->end - start || size % CONC_BLOCK_STEP) return false;
	arena->end = start + size;
	return find_first(arena);
}

static void set_bit(uint64_t *bits, size_t i)
{
	bits[i / 64] |= UINT64_C(1) << i % 64;
}

size_t conc_arena_fill(struct conc_arena *arena)
{
	size_t count = 0;

	for (uintptr_t at = arena->start; at < arena->end; at = next_chunk(at, arena->end)) {
		set_bit(arena->starts, (at - arena->start) / CONC_BLOCK_STEP);
		count++;
	}
	return count;
}

/* A chunk's memory goes from behind its size word to that of the next: its last word is in the next
 * chunk. */
uintptr_t conc_arena_block(const struct conc_arena *arena, uintptr_t address, uintptr_t *from,
                           uintptr_t *to)
{
	uintptr_t at = address - arena->start;
	size_t i = (at < SIZE_AT ? 0 : at - SIZE_AT) / CONC_BLOCK_STEP, word = i / 64;
	uint64_t below = arena->starts[word] & (~UINT64_C(0) >> (63 - i % 64));
	uintptr_t block;

	while (!below) below = arena->starts[--word]; /* a block starts at bit 0 */
	block = arena->start +
	        (word * 64 + (size_t)(63 - __builtin_clzll(below))) * CONC_BLOCK_STEP;
	*from = block + HEADER;
	*to = next_chunk(block, arena->end);
	if (*to < arena->end) *to += SIZE_AT;
	return block;
}

bool conc_arena_is_free(const struct conc_arena *arena, uintptr_t block)
{
	uintptr_t next = next_chunk(block, arena->end);

	return next == arena->end || !(size_word(next) & PREVIOUS_IN_USE);
}

bool conc_arena_is_free_start(const struct conc_arena *arena, uintptr_t address)
{
	size_t i = (address - arena->start) / CONC_BLOCK_STEP;

	return address % CONC_BLOCK_STEP == 0 && (arena->starts[i / 64] >> i % 64 & 1) &&
	       conc_arena_is_free(arena, address);
}
