/* SPDX-License-Identifier: MIT */
/* Stacks of user threads: pooled, last in first out.
 *
 * Stacks are carved from large MAP_NORESERVE mappings ("chunks"), so 100 000 stacks cost a few
 * hundred mappings. A stack's record is in its chunk's header and not on the stack, so that the
 * memory of an unused stack can be given back whole.
 *
 * The lowest page is a guard: by MADV_GUARD_INSTALL if the kernel has it (one mapping per chunk),
 * else by mprotect (two mappings per stack, as long as that is far from the limit). If neither
 * works, the switch checks a canary word.
 */
#ifndef CONC_SRC_STACK_POOL_H
#define CONC_SRC_STACK_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct conc_stack {
	struct conc_stack *next; /* in a pool */
	char *low;               /* lowest usable byte, above the guard */
	char *high;              /* it grows down from here; 16-byte aligned */
	uint32_t size;           /* bytes, with the guard */
	bool canary;             /* has no guard page: *(uint64_t *)low is CONC_CANARY */
	bool clean;              /* its memory was given back since it was last used */
};

#define CONC_CANARY UINT64_C(0x636f6e632d656e64)

/* A processor's own few stacks; owner only. */
struct conc_stack_cache {
	struct conc_stack *first;
	unsigned count;
};

/* Returns a stack of the current size. Stops the program if there is no memory. */
struct conc_stack *conc_stack_get(struct conc_stack_cache *cache);
void conc_stack_put(struct conc_stack_cache *cache, struct conc_stack *stack);

/* Returns whether address is in the guard of some stack. Async-signal-safe. */
bool conc_stack_is_guard(const void *address);

/* Returns the number of the chunk that address is in, from 1 in order of creation; 0: it is in
 * none. Any kernel thread. */
unsigned conc_stack_chunk(const void *address);

/* Stacks beside each other: stack i is at base + i * size. */
struct conc_stack_row {
	const struct conc_stack *stacks; /* those that were never used have no low */
	unsigned count;
	const char *base;
	size_t size;
	const void *record, *record_end; /* libconc's own data about them */
};

/* Calls visit for every row. No stack may be taken meanwhile. */
void conc_stack_each_row(void (*visit)(const struct conc_stack_row *row));

/* Sets the size of stacks, bytes with the guard, unless it is 0. Returns the current size. */
size_t conc_stack_size_set(size_t size);

/* The bytes of stack that must be left to run a task on its joiner's stack: 5/8 of the current
 * size, so a task can count on that much. Atomic. */
extern size_t conc_stack_inline_min __attribute__((visibility("hidden")));

/* For fork, which holds the lock while the process is copied. */
struct conc_tiny_lock;
void conc_stack_pool_locks(void (*change)(struct conc_tiny_lock *lock));

#endif
