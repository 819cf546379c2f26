/* SPDX-License-Identifier: MIT */
/* The pool of stacks: per-processor caches in front of one list under a lock.
 *
 * Rejected: one mapping per stack (the limit is 65530 mappings, and with guards by mprotect a
 * stack needs two); growing stacks by copying (C programs keep addresses).
 */
#include "stack_pool.h"

#include <errno.h>
#include <sys/mman.h>

#include "edge.h"
#include "port/atomic.h"
#include "port/os.h"
#include "port/sanitizer.h"
#include "port/stop.h"

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

#define CHUNK_STACKS 128u
#define CACHE_MAX 32u       /* stacks in a processor's cache */
#define WARM_MAX 64u        /* stacks in the pool that keep their memory */
#define MPROTECT_MAX 16384u /* stacks guarded by mprotect: half the usual mapping limit */
#define DEFAULT_SIZE (256u << 10)
#define MIN_SIZE (16u << 10)
#define MAX_SIZE (1u << 30)

struct chunk {
	struct chunk *next;
	char *base;
	size_t bytes;
	size_t stack_size;
	unsigned number; /* from 1, in order of creation */
	unsigned count;  /* of stacks; fewer than CHUNK_STACKS if addresses are scarce */
	unsigned carved;
	struct conc_stack stacks[CHUNK_STACKS];
};

static struct {
	struct conc_tiny_lock lock;
	struct conc_stack *first; /* stacks of the current size */
	struct conc_stack *odd;   /* stacks of other sizes */
	unsigned count;
	struct chunk *chunks; /* newest first; atomic: the fault handler walks it */
	struct chunk *carving;
	size_t size; /* atomic */
	unsigned protected_by_mprotect;
	bool no_guard_install;
} pool;

size_t conc_stack_inline_min;

static size_t stack_size(void)
{
	size_t size = load_relaxed(&pool.size);

	if (CONC_UNLIKELY(!size))
		size = conc_stack_size_set(conc_os_environment_within(
		        "CONC_STACK_SIZE", DEFAULT_SIZE, MIN_SIZE, MAX_SIZE));
	return size;
}

size_t conc_stack_size_set(size_t size)
{
	size_t page = conc_os_page_size();

	if (size == 0) return stack_size();
	if (size < MIN_SIZE) size = MIN_SIZE;
	if (size > MAX_SIZE) size = MAX_SIZE;
	size = (size + page - 1) / page * page;
	/* relaxed: nothing else is published with it */
	store_relaxed(&pool.size, size);
	store_relaxed(&conc_stack_inline_min, size / 8 * 5);
	return size;
}

static void *map(size_t bytes)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
	                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

/* Names no thread: the running thread is being left for another, which needs the stack. */
static _Noreturn void no_memory(size_t bytes)
{
	conc_stop(NULL, NULL, "no memory for stacks (%zu bytes)", bytes);
}

static struct chunk *new_chunk(size_t size)
{
	struct chunk *chunk = map(sizeof *chunk);

	if (!chunk) no_memory(sizeof *chunk);
	chunk->stack_size = size;
	chunk->count = CHUNK_STACKS;
	while (!(chunk->base = map(size * chunk->count)))
		if ((chunk->count /= 2) == 0) no_memory(size);
	chunk->bytes = size * chunk->count;
	/* a huge page would make every stack resident */
	madvise(chunk->base, chunk->bytes, MADV_NOHUGEPAGE);
	chunk->next = pool.chunks;
	chunk->number = pool.chunks ? pool.chunks->number + 1 : 1;
	/* release: the fault handler, which loads with acquire, sees a whole chunk */
	store_release(&pool.chunks, chunk);
	return chunk;
}

static void guard(struct conc_stack *stack, char *page)
{
	size_t bytes = conc_os_page_size();

	if (!pool.no_guard_install && !conc_valgrind_runs()) {
		if (madvise(page, bytes, MADV_GUARD_INSTALL) == 0) return;
		pool.no_guard_install = errno == EINVAL; /* else memory was short */
	}
	if (pool.protected_by_mprotect < MPROTECT_MAX && mprotect(page, bytes, PROT_NONE) == 0) {
		pool.protected_by_mprotect++;
		return;
	}
	stack->canary = true;
}

/* Makes chunk's next stack. The top moves by two cache lines from stack to stack: if all stacks
 * began at the same offset in a page, their hot frames would share a few cache sets. */
static struct conc_stack *carve(struct chunk *chunk)
{
	unsigned i = chunk->carved++;
	struct conc_stack *stack = &chunk->stacks[i];
	char *bottom = chunk->base + i * chunk->stack_size;

	stack->size = (uint32_t)chunk->stack_size;
	stack->low = bottom + conc_os_page_size();
	stack->high = bottom + chunk->stack_size - (i % 8) * 128;
	stack->clean = true;
	guard(stack, bottom);
	conc_valgrind_stack(stack->low, bottom + chunk->stack_size);
	return stack;
}

static struct conc_stack *take_matching(struct conc_stack **list, size_t size)
{
	for (struct conc_stack *stack; (stack = *list); list = &stack->next)
		if (stack->size == size) {
			*list = stack->next;
			return stack;
		}
	return NULL;
}

static struct conc_stack *get_shared(size_t size)
{
	struct conc_stack *stack;
	int saved = errno;

	conc_tiny_lock_acquire(&pool.lock);
	while ((stack = pool.first)) {
		pool.first = stack->next;
		store_relaxed(&pool.count, pool.count - 1);
		if (stack->size == size) break;
		stack->next = pool.odd;
		pool.odd = stack;
	}
	if (!stack) stack = take_matching(&pool.odd, size);
	if (!stack) {
		if (!pool.carving || pool.carving->carved == pool.carving->count ||
		    pool.carving->stack_size != size)
			pool.carving = new_chunk(size);
		stack = carve(pool.carving);
	}
	conc_tiny_lock_release(&pool.lock);
	errno = saved;
	return stack;
}

static void put_shared(struct conc_stack *stack)
{
	struct conc_stack **list;
	int saved = errno;
	char *bottom = stack->low - conc_os_page_size();

	if (!stack->clean && load_relaxed(&pool.count) >= WARM_MAX) {
		madvise(stack->low, (size_t)(bottom + stack->size - stack->low), MADV_DONTNEED);
		stack->clean = true;
	}
	errno = saved;
	conc_tiny_lock_acquire(&pool.lock);
	if (stack->size == load_relaxed(&pool.size)) {
		list = &pool.first;
		store_relaxed(&pool.count, pool.count + 1);
	} else {
		list = &pool.odd;
	}
	stack->next = *list;
	*list = stack;
	conc_tiny_lock_release(&pool.lock);
}

struct conc_stack *conc_stack_get(struct conc_stack_cache *cache)
{
	struct conc_stack *stack;
	size_t size = stack_size();

	while ((stack = cache->first)) {
		cache->first = stack->next;
		cache->count--;
		if (CONC_LIKELY(stack->size == size)) break;
		put_shared(stack);
	}
	if (!stack) stack = get_shared(size);
	stack->clean = false;
	conc_edge_fresh_stack(stack);
	if (CONC_UNLIKELY(stack->canary)) *(uint64_t *)(void *)stack->low = CONC_CANARY;
	return stack;
}

void conc_stack_put(struct conc_stack_cache *cache, struct conc_stack *stack)
{
	if (cache->count >= CACHE_MAX) {
		put_shared(stack);
		return;
	}
	stack->next = cache->first;
	cache->first = stack;
	cache->count++;
}

static const struct chunk *chunk_of(const void *address)
{
	/* acquire: pairs with new_chunk */
	for (const struct chunk *c = load_acquire(&pool.chunks); c; c = c->next)
		if ((uintptr_t)address - (uintptr_t)c->base < c->bytes) return c;
	return NULL;
}

bool conc_stack_is_guard(const void *address)
{
	const struct chunk *c = chunk_of(address);

	return c && ((uintptr_t)address - (uintptr_t)c->base) % c->stack_size < conc_os_page_size();
}

#if CONC_SCHEDULES
unsigned conc_stack_chunk(const void *address)
{
	const struct chunk *c = chunk_of(address);

	return c ? c->number : 0;
}
#endif

void conc_stack_each_row(void (*visit)(const struct conc_stack_row *row))
{
	/* acquire: pairs with new_chunk */
	for (const struct chunk *c = load_acquire(&pool.chunks); c; c = c->next)
		visit(&(struct conc_stack_row){c->stacks, c->count, c->base, c->stack_size, c,
		                               c + 1});
}

void conc_stack_pool_locks(void (*change)(struct conc_tiny_lock *lock))
{
	change(&pool.lock);
}
