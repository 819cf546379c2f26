/* SPDX-License-Identifier: MIT */
/* A processor's first-in first-out queue of ready threads, of a fixed size: one producer (the
 * owner), many consumers.
 *
 * The owner writes slots and tail; consumers, including the owner, move head by CAS. A thief takes
 * half at once: it copies slots first and then moves head. The copies count only if head had not
 * moved. Modelled on the run queues of Go's scheduler.
 */
#ifndef CONC_SRC_RING_H
#define CONC_SRC_RING_H

#include "atomic.h"

#define CONC_RING_SIZE 256 /* a power of two */

struct conc_ring {
	uint32_t tail;                                         /* owner writes; counts up, wraps */
	_Alignas(CONC_CACHE_LINE) uint32_t head;               /* consumers, by CAS */
	_Alignas(CONC_CACHE_LINE) void *slots[CONC_RING_SIZE]; /* owner writes */
};

/* Owner: appends item. Returns false if the ring is full. */
static inline bool conc_ring_push(struct conc_ring *ring, void *item)
{
	uint32_t tail = load_relaxed(&ring->tail);

	/* acquire: pairs with the consumers' CAS: their reads of the slot are over */
	if (CONC_UNLIKELY(tail - load_acquire(&ring->head) >= CONC_RING_SIZE)) return false;
	store_relaxed(&ring->slots[tail % CONC_RING_SIZE], item);
	/* release: publishes the slot and the item to the consumers' load of tail */
	store_release(&ring->tail, tail + 1);
	return true;
}

/* Owner: takes the oldest item; NULL if empty. */
static inline void *conc_ring_pop(struct conc_ring *ring)
{
	uint32_t head = load_relaxed(&ring->head);

	/* tail is the owner's own, so it needs no order */
	while (head != load_relaxed(&ring->tail)) {
		void *item = load_relaxed(&ring->slots[head % CONC_RING_SIZE]);
		/* acq_rel: acquire pairs with a thief's earlier CAS, release with the push that
		 * writes this slot again */
		if (CONC_LIKELY(cas_acq_rel(&ring->head, &head, head + 1))) return item;
	}
	return NULL;
}

/* Any kernel thread: moves up to max items of the older half (at least one if there is one) into
 * items; returns how many. */
static inline uint32_t conc_ring_grab(struct conc_ring *ring, void **items, uint32_t max)
{
	/* seq_cst: with the submit and idle protocol (docs/protocols/idle.md) */
	uint32_t head = load_seq_cst(&ring->head);

	for (;;) {
		uint32_t tail = load_seq_cst(&ring->tail);
		uint32_t count = (tail - head + 1) / 2;
		if (count == 0) return 0;
		if (count > CONC_RING_SIZE / 2) { /* head and tail of different moments */
			head = load_seq_cst(&ring->head);
			continue;
		}
		if (count > max) count = max;
		for (uint32_t i = 0; i < count; i++)
			items[i] = load_relaxed(&ring->slots[(head + i) % CONC_RING_SIZE]);
		if (cas_acq_rel(&ring->head, &head, head + count)) return count;
	}
}

/* Any kernel thread: the number of items at some moment. */
static inline uint32_t conc_ring_count(const struct conc_ring *ring)
{
	uint32_t head = load_seq_cst(&ring->head);
	uint32_t tail = load_seq_cst(&ring->tail);

	return tail - head > CONC_RING_SIZE ? 0 : tail - head;
}

#endif
