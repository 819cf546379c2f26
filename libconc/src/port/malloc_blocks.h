/* SPDX-License-Identifier: MIT */
/* The blocks of malloc. */
#ifndef CONC_SRC_MALLOC_BLOCKS_H
#define CONC_SRC_MALLOC_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mappings.h"

/* An arena of glibc's malloc, or the part of one that is in one mapping: [start, end) is covered by
 * blocks. */
struct conc_arena {
	uintptr_t start, end;
	uint64_t *starts; /* a bit for every 16 bytes: a block starts here */
	uint64_t *marks;  /* the same, for the caller: zero at first */
};

enum { CONC_BLOCK_STEP = 16 };

/* Where an arena that is not the first one may begin. */
#define CONC_ARENA_STEP ((uintptr_t)64 << 20)

/* Returns whether an arena seems to begin at `start`, in the mapping: where a mapping [heap]
 * begins, or at a multiple of CONC_ARENA_STEP. Sets start and end. The program must stand still
 * from here on. */
bool conc_arena_find(const struct conc_mapping *mapping, uintptr_t start, struct conc_arena *arena);

/* Bytes of memory for each of starts and marks. */
static inline size_t conc_arena_bits(const struct conc_arena *arena)
{
	return ((arena->end - arena->start) / CONC_BLOCK_STEP + 64) / 64 * sizeof(uint64_t);
}

/* Fills starts. Returns the number of blocks. */
size_t conc_arena_fill(struct conc_arena *arena);

/* Returns the block that address, which is in the arena, is in; its memory is [*from, *to). */
uintptr_t conc_arena_block(const struct conc_arena *arena, uintptr_t address, uintptr_t *from,
                           uintptr_t *to);

/* Returns whether a block starts at address, in the arena, and is free. */
bool conc_arena_is_free_start(const struct conc_arena *arena, uintptr_t address);

/* Returns whether the block is free, as far as malloc says in the block behind it. */
bool conc_arena_is_free(const struct conc_arena *arena, uintptr_t block);

#endif
