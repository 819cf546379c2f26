/* SPDX-License-Identifier: MIT */
/* chunk: the common list of free chunks, for processors whose own list is empty or full. */
#include "chunk.h"

#include <stdlib.h>

#include "port/stop.h"

enum { KEEP = 1024 /* chunks in the common list, at most */ };

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

/* Another thread of the parent may have held the lock. */
void conc_chunk_reset(void)
{
	common.lock.word = 0;
	common.first = NULL;
	common.count = 0;
}

bool conc_chunk_is_shared(struct conc_chunk *chunk)
{
	/* acq_rel: the last user sees that the others have finished with the chunk */
	if (sub_acq_rel(&chunk->users, 1u) > 1) return true;
	store_relaxed(&chunk->users, 0);
	return false;
}
