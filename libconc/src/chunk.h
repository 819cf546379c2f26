/* SPDX-License-Identifier: MIT */
/*
 * chunk: memory for records, in pieces of a few KiB that are reused.
 *
 * The thesis's copy queue is one array that doubles, which copies on growth and keeps up to twice
 * what is needed. A list of pieces keeps what is needed and a piece more, never copies, and what
 * has been handled is warm when it is written again: processors keep the pieces they have emptied.
 */
#ifndef CONC_SRC_CHUNK_H
#define CONC_SRC_CHUNK_H

#include "processor.h"

enum { CONC_CHUNK_BYTES = 4096, CONC_CHUNK_CACHE = 64 /* free ones that a processor keeps */ };

struct conc_chunk {
	struct conc_chunk *next;
	char *begin, *end; /* the records in it; set when it leaves the outbox */
	uint32_t users;    /* atomic; 0: one. Else how many have to let go of it */
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

/* Of the common list or of malloc; stops the program if there is no memory. */
struct conc_chunk *conc_chunk_new_slow(void);
void conc_chunk_free_slow(struct conc_chunk *chunk);

/* An empty one. p: the caller's. */
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

/* It may be free before all that is in it was handled: one more has to let go of it. */
static inline void conc_chunk_share(struct conc_chunk *chunk)
{
	/* relaxed: 0 if nobody else knows it; else who shares it holds it */
	if (load_relaxed(&chunk->users)) add_relaxed(&chunk->users, 1u);
	else store_relaxed(&chunk->users, 2);
}
/* False: the caller was the last one. */
bool conc_chunk_is_shared(struct conc_chunk *chunk);
static inline void conc_chunk_let_go(struct conc_processor *p, struct conc_chunk *chunk)
{
	/* relaxed: 0 if nobody else knows it */
	if (CONC_LIKELY(!load_relaxed(&chunk->users) || !conc_chunk_is_shared(chunk)))
		conc_chunk_free(p, chunk);
}

/* For fork's child: what was free in the common list is lost. */
void conc_chunk_reset(void);

#endif
