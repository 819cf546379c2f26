/* SPDX-License-Identifier: MIT */
/*
 * chunk: memory for records, in pieces of a few KiB that are reused.
 *
 * The thesis's copy queue is one array that doubles. It copies when it grows and keeps up to twice
 * the memory it needs. A list of pieces never copies and keeps at most one piece more than needed.
 * Processors keep the pieces they empty: these are still in the cache when they are written again.
 */
#ifndef CONC_SRC_CHUNK_H
#define CONC_SRC_CHUNK_H

#include "processor.h"

enum { CONC_CHUNK_BYTES = 4096, CONC_CHUNK_CACHE = 64 /* free chunks that a processor keeps */ };

struct conc_chunk {
	struct conc_chunk *next;
	char *begin, *end; /* the records; end is set when it leaves the outbox */
	uint32_t users;    /* atomic: users that have yet to let go; 0: one user */
	uint32_t unused;
};

static inline char *conc_chunk_data(struct conc_chunk *chunk)
{
	return (char *)(chunk + 1);
}

static inline char *conc_chunk_limit(struct conc_chunk *chunk)
{
	return (char *)chunk + CONC_CHUNK_BYTES;
}

/* Take a chunk from the common list or malloc; give one back. Without memory the program stops. */
struct conc_chunk *conc_chunk_new_slow(void);
void conc_chunk_free_slow(struct conc_chunk *chunk);

/* Returns an empty chunk. p is the caller's processor. */
static inline struct conc_chunk *conc_chunk_new(struct conc_processor *p)
{
	struct conc_chunk *chunk = p->chunks;

	if (CONC_UNLIKELY(!chunk)) return conc_chunk_new_slow();
	p->chunks = chunk->next;
	p->chunk_count--;
	return chunk;
}

static inline void conc_chunk_free(struct conc_processor *p, struct conc_chunk *chunk)
{
	if (CONC_UNLIKELY(p->chunk_count >= CONC_CHUNK_CACHE)) {
		conc_chunk_free_slow(chunk);
		return;
	}
	chunk->next = p->chunks;
	p->chunks = chunk;
	p->chunk_count++;
}

/* Adds a user: the chunk is freed when all users have let go of it. */
static inline void conc_chunk_share(struct conc_chunk *chunk)
{
	/* relaxed: 0 if only the caller knows it; else the caller is one of its users */
	if (load_relaxed(&chunk->users)) add_relaxed(&chunk->users, 1u);
	else store_relaxed(&chunk->users, 2);
}
/* Ends one use. Returns false if it was the last. */
bool conc_chunk_is_shared(struct conc_chunk *chunk);
static inline void conc_chunk_let_go(struct conc_processor *p, struct conc_chunk *chunk)
{
	/* relaxed: 0 if only the caller knows it */
	if (CONC_LIKELY(!load_relaxed(&chunk->users) || !conc_chunk_is_shared(chunk)))
		conc_chunk_free(p, chunk);
}

/* For fork's child: forgets the common list. Its chunks are lost. */
void conc_chunk_reset(void);

#endif
