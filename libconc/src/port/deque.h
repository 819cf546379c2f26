/* SPDX-License-Identifier: MIT */
/* Chase-Lev deque of a fixed size: the owner pushes and pops at the bottom, any kernel thread
 * steals the oldest item from the top.
 *
 * Orders follow Lê, Pop, Cohen and Zappa Nardelli (PPoPP 2013), with seq_cst operations on top and
 * bottom in place of their fences (ThreadSanitizer does not understand fences). The size is fixed
 * since the scheduler has a better place for overflow than a larger array: the oldest half goes to
 * the global queue, where any worker takes it. docs/protocols/deque.md argues the orders.
 */
#ifndef CONC_SRC_DEQUE_H
#define CONC_SRC_DEQUE_H

#include <stddef.h>

#include "atomic.h"

#define CONC_DEQUE_SIZE 1024 /* a power of two */

struct conc_deque {
	int64_t bottom;                        /* owner writes */
	int64_t top_seen;                      /* owner's private lower bound of top */
	_Alignas(CONC_CACHE_LINE) int64_t top; /* moved, by CAS, to take the oldest */
	_Alignas(CONC_CACHE_LINE) void *slots[CONC_DEQUE_SIZE]; /* owner writes */
};

/* Owner: pushes item. Returns false if the deque is full. */
static inline bool conc_deque_push(struct conc_deque *deque, void *item)
{
	int64_t bottom = load_relaxed(&deque->bottom);

	if (CONC_UNLIKELY(bottom - deque->top_seen >= CONC_DEQUE_SIZE)) {
		/* acquire: pairs with the thieves' CAS; their reads of the slot are over */
		deque->top_seen = load_acquire(&deque->top);
		if (bottom - deque->top_seen >= CONC_DEQUE_SIZE) return false;
	}
	store_relaxed(&deque->slots[bottom & (CONC_DEQUE_SIZE - 1)], item);
	/* release: publishes the slot and what item points to; pairs with steal's load */
	store_release(&deque->bottom, bottom + 1);
	return true;
}

/* Owner: returns what pop would most likely return; NULL if empty. */
static inline void *conc_deque_peek(const struct conc_deque *deque)
{
	int64_t bottom = load_relaxed(&deque->bottom);

	if (bottom <= load_relaxed(&deque->top)) return NULL;
	return load_relaxed(&deque->slots[(bottom - 1) & (CONC_DEQUE_SIZE - 1)]);
}

/* Owner: takes the newest item; NULL if empty. */
static inline void *conc_deque_pop(struct conc_deque *deque)
{
	int64_t bottom = load_relaxed(&deque->bottom) - 1, top;
	void *item;

	/* A look before the expensive store: top only grows, so empty now is empty for good. */
	if (bottom < load_relaxed(&deque->top)) return NULL;
	/* seq_cst store, then seq_cst load; in steal: seq_cst load of top, then of bottom.
	 * Either the thief sees the smaller bottom, or this sees the thief's top. */
	exchange_seq_cst(&deque->bottom, bottom);
	top = load_seq_cst(&deque->top);
	item = load_relaxed(&deque->slots[bottom & (CONC_DEQUE_SIZE - 1)]);
	if (CONC_LIKELY(top < bottom)) return item;
	/* The last item (or none): the thread that moves top has it. */
	if (top > bottom || !cas_seq_cst(&deque->top, &top, top + 1)) item = NULL;
	store_relaxed(&deque->bottom, bottom + 1);
	return item;
}

/* Any kernel thread: takes the oldest. NULL if empty or, with *retry set, if another was faster. */
static inline void *conc_deque_steal(struct conc_deque *deque, bool *retry)
{
	int64_t top = load_seq_cst(&deque->top);
	int64_t bottom = load_seq_cst(&deque->bottom);
	void *item;

	if (top >= bottom) return NULL;
	item = load_relaxed(&deque->slots[top & (CONC_DEQUE_SIZE - 1)]);
	/* seq_cst: with pop's store; release keeps the read of the slot before it */
	if (cas_seq_cst(&deque->top, &top, top + 1)) return item;
	*retry = true;
	return NULL;
}

/* Any kernel thread: the number of items at some moment; never less than zero. */
static inline size_t conc_deque_count(const struct conc_deque *deque)
{
	int64_t top = load_seq_cst(&deque->top);
	int64_t bottom = load_seq_cst(&deque->bottom);

	return bottom > top ? (size_t)(bottom - top) : 0;
}

#endif
