/* SPDX-License-Identifier: MIT */
/*
 * side: the lock of one side of a channel.
 *
 * The idea. It is held for a dozen instructions, millions of times a second, so what counts is
 * what an entry costs that nobody disputes. Entering is one compare-and-swap, leaving one plain
 * store. A store cannot tell whether somebody sleeps, so leaving looks at a counter of sleepers
 * that all sides of the program share and that is nearly always 0; that this look comes after
 * the store is what the sleeper pays for, with a heavy barrier (membarrier) between announcing
 * itself and its last look at the word.
 */
#ifndef CONC_SRC_SIDE_H
#define CONC_SRC_SIDE_H

#include "conc/abi_channel.h"
#include "scheduler.h"

enum { CONC_SIDE_FREE = 0, CONC_SIDE_HELD = 1 };

/* atomic: kernel threads that sleep for a side, or are about to */
extern uint32_t conc_side_sleepers __attribute__((visibility("hidden")));

void conc_side_enter_slow(struct conc_abi_side *s);
void conc_side_wake(struct conc_abi_side *s);

static inline void conc_side_enter(struct conc_abi_side *s)
{
	uintptr_t word = CONC_SIDE_FREE;

	/* acquire: pairs with the release in conc_side_leave */
	if (CONC_UNLIKELY(!cas_acquire(&s->conc_word, &word, (uintptr_t)CONC_SIDE_HELD)))
		conc_side_enter_slow(s);
}

static inline void conc_side_leave(struct conc_abi_side *s)
{
	/* release: publishes what was done inside to the next entry. Where there is no heavy
	 * barrier the exchange itself keeps the look at the sleepers behind it. */
	if (CONC_LIKELY(conc_scheduler.heavy_barrier))
		store_release(&s->conc_word, (uintptr_t)CONC_SIDE_FREE);
	else exchange_seq_cst(&s->conc_word, (uintptr_t)CONC_SIDE_FREE);
	__asm__ volatile("" ::: "memory");
	if (CONC_UNLIKELY(load_seq_cst(&conc_side_sleepers) != 0)) conc_side_wake(s);
}

#endif
