/* SPDX-License-Identifier: MIT */
/*
 * separate: private queues and the requests in them.
 *
 * The idea. A private queue is 256 bytes, with room for a few requests, since most blocks make few
 * calls. A longer one goes on in chunks (chunk.h); a request that jumps leads from each stretch to
 * the next. A request is a function pointer and its arguments, and running it returns the place of
 * the next, so a server's loop is one indirect call per request.
 *
 * Clients take queues, servers give them back, on other processors: each processor keeps some, and
 * moves a batch to or from a common list when it has too many or none. Memory of queues is never
 * given back to the system, so a late look (the report's) reads a queue.
 *
 * Rejected: a ring per client and handler (memory for each pair, of unknown size); one allocation
 * per request (the paper's; malloc twice per call).
 */
#include <stdlib.h>

#include "kernel/chunk.h"
#include "port/sanitizer.h"
#include "port/stop.h"
#include "separate.h"

enum { SLAB = 64 /* queues */ };

static struct {
	struct conc_tiny_lock lock;
	struct conc_private_queue *free; /* under the lock; linked by before */
} common;

/* ---- the pool ---- */

static char *own_limit(struct conc_private_queue *q)
{
	return (char *)q + CONC_PRIVATE_BYTES - CONC_JUMP_BYTES;
}

static struct conc_private_queue *new_slab(void)
{
	char *slab = aligned_alloc(CONC_CACHE_LINE, (size_t)SLAB * CONC_PRIVATE_BYTES);
	struct conc_private_queue *first = NULL;

	if (!slab) conc_stop(NULL, conc_thread_self_or_null(), "no memory for private queues");
	for (size_t i = SLAB; i-- > 0;) {
		struct conc_private_queue *q = (void *)(slab + i * CONC_PRIVATE_BYTES);
		q->abi.conc_limit = own_limit(q);
		q->require = NULL;
		q->cache = CONC_CACHE_NOT;
		q->chunk = NULL;
		q->before = first;
		first = q;
	}
	return first;
}

struct conc_private_queue *conc_private_queue_new_slow(struct conc_processor *p)
{
	int errno_kept = *p->errno_address;

	conc_tiny_lock_acquire(&common.lock);
	if (!common.free) common.free = new_slab();
	while (common.free && p->private_count < CONC_PRIVATE_BATCH) {
		struct conc_private_queue *q = common.free;
		common.free = q->before;
		q->before = p->privates;
		p->privates = q;
		p->private_count++;
	}
	conc_tiny_lock_release(&common.lock);
	*p->errno_address = errno_kept;
	return p->privates;
}

void conc_private_queues_give_back(struct conc_processor *p)
{
	struct conc_private_queue *first = p->privates, *last = first;

	for (int i = 1; i < CONC_PRIVATE_BATCH; i++) last = last->before;
	p->privates = last->before;
	p->private_count -= CONC_PRIVATE_BATCH;
	conc_tiny_lock_acquire(&common.lock);
	last->before = common.free;
	common.free = first;
	conc_tiny_lock_release(&common.lock);
}

/* ---- stretches ---- */

/* A request too large for a chunk has a stretch of its own, from malloc. */
enum { FROM_MALLOC = 1 };

static void free_stretch(struct conc_chunk *chunk)
{
	if (chunk->unused == FROM_MALLOC) free(chunk);
	else conc_chunk_free(conc_processor_current(), chunk);
}

void conc_private_queue_shrink(struct conc_private_queue *q)
{
	free_stretch(q->chunk);
	q->chunk = NULL;
	q->abi.conc_limit = own_limit(q);
}

void conc_private_queue_rewind(struct conc_private_queue *q)
{
	if (q->chunk) conc_private_queue_shrink(q);
	q->abi.conc_write = q->read = q->first;
	/* relaxed: only the client relies on it while it is idle */
	store_relaxed(&q->abi.conc_tail, (uintptr_t)q->first | CONC_TAIL_IDLE);
}

/* The last request of a stretch, which leads to the next stretch. */
struct jump {
	const struct conc_abi_request_kind *kind;
	struct conc_private_queue *queue;
	struct conc_chunk *to;
};

_Static_assert(sizeof(struct jump) <= CONC_JUMP_BYTES, "a jump fits in what is kept free");
_Static_assert(sizeof(struct conc_chunk) % CONC_ABI_REQUEST_ALIGN == 0, "requests are aligned");

static char *run_jump(char *request)
{
	struct jump jump = *(struct jump *)(void *)request;

	if (jump.queue->chunk) free_stretch(jump.queue->chunk); /* the stretch of this request */
	jump.queue->chunk = jump.to;
	return conc_chunk_data(jump.to);
}

static const struct conc_abi_request_kind jump_kind = {run_jump, NULL, NULL};

static struct conc_chunk *new_stretch(size_t size)
{
	size_t room = CONC_CHUNK_BYTES - sizeof(struct conc_chunk) - CONC_JUMP_BYTES;
	struct conc_chunk *chunk;

	if (!CONC_RACES && size <= room) { /* the sanitizer: memory not used before */
		chunk = conc_chunk_new(conc_processor_current());
		chunk->unused = 0;
		chunk->end = conc_chunk_limit(chunk) - CONC_JUMP_BYTES;
		return chunk;
	}
	chunk = malloc(sizeof *chunk + size + CONC_JUMP_BYTES);
	if (!chunk)
		conc_stop(NULL, conc_thread_self(), "no memory for a request of %zu bytes", size);
	chunk->unused = FROM_MALLOC;
	chunk->end = conc_chunk_data(chunk) + size;
	return chunk;
}

char *conc_private_queue_grow(struct conc_private_queue *q, size_t size)
{
	struct conc_chunk *chunk = new_stretch(size);

	/* published with the first request in the new stretch */
	*(struct jump *)(void *)q->abi.conc_write = (struct jump){&jump_kind, q, chunk};
	q->abi.conc_write = conc_chunk_data(chunk);
	q->abi.conc_limit = chunk->end;
	return q->abi.conc_write;
}

void conc_private_queues_reset(void)
{
	common.lock.word = 0;
	common.free = NULL;
	conc_chunk_reset();
}
