/* SPDX-License-Identifier: MIT */
/* chunk: those that are free in no processor's cache. */
#include "chunk.h"

#include <stdlib.h>

#include "stop.h"

enum { KEEP = 1024 /* at most so many in the common list */ };

static struct {
	struct conc_tiny_lock lock;
	uint32_t count;           /* under the lock */
	struct conc_chunk *first; /* under the lock */
} common;

struct conc_chunk *conc_chunk_new_slow(void)
{
	struct conc_chunk *chunk;

	conc_tiny_lock_acquire(&common.lock);
	chunk = common.first;
	if (chunk) {
		common.first = chunk->next;
		common.count--;
	}
	conc_tiny_lock_release(&common.lock);
	if (chunk) return chunk;
	chunk = aligned_alloc(CONC_CACHE_LINE, CONC_CHUNK_BYTES);
	if (!chunk) conc_stop(NULL, conc_thread_self_or_null(), "no memory for messages");
	chunk->users = 0;
	return chunk;
}

void conc_chunk_free_slow(struct conc_chunk *chunk)
{
	conc_tiny_lock_acquire(&common.lock);
	if (common.count < KEEP) {
		chunk->next = common.first;
		common.first = chunk;
		common.count++;
		chunk = NULL;
	}
	conc_tiny_lock_release(&common.lock);
	free(chunk);
}

/* Somebody may have been about to take one. */
void conc_chunk_reset(void)
{
	common.lock.word = 0;
	common.first = NULL;
	common.count = 0;
}

bool conc_chunk_is_shared(struct conc_chunk *chunk)
{
	/* acq_rel: what the others did in it is over */
	if (sub_acq_rel(&chunk->users, 1u) > 1) return true;
	store_relaxed(&chunk->users, 0);
	return false;
}
