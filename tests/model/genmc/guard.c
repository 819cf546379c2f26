/* SPDX-License-Identifier: MIT */
/* guard.h and its slow path in waiting.c: one inside at a time, the pointer that the last one
 * left is the one the next one finds, and nobody sleeps for ever. */
// scale: waiting.c s/GUARD_SPINS = 64/GUARD_SPINS = SPINS/
// take: waiting.c guard_try conc_guard_sleep conc_guard_enter_slow conc_guard_wake
// case: two -DTHREADS=2 -DTIMES=2 -DSPINS=0
// case: two_spin -DTHREADS=2 -DTIMES=1 -DSPINS=1
// case: three -DTHREADS=3 -DTIMES=1 -DSPINS=0
// mutant: guard.h s/!cas_acquire(guard/!cas_relaxed(guard/
// mutant: guard.h s/exchange_release(guard/exchange_relaxed(guard/
// mutant: guard.h s/conc_guard_wake(guard);$/;/
// mutant: guard.h s/(seen & CONC_GUARD_BITS) ||/(seen \& CONC_GUARD_SLEEPERS) ||/
// mutant: waiting.c s/cas_acquire(guard, seen, /cas_relaxed(guard, seen, /
// mutant: waiting.c s/conc_low_half(guard), INT_MAX/conc_low_half(guard), 1/
#define FUTEX_WORD uintptr_t
#include "futex.h"

#include <guard.h>
#include <limits.h>
#include <timer.h>

enum { GUARD_SPINS = SPINS };

#include <taken.c>

static uintptr_t guard;
static struct list {
	struct list *next; /* plain: the guard protects it, and length */
	int length;
} nodes[THREADS * TIMES];

/* Puts TIMES nodes in front of the list. */
static void *run(void *first)
{
	struct list *node = first;

	for (int i = 0; i < TIMES; i++) {
		node[i].next = conc_guard_enter(&guard);
		node[i].length = node[i].next ? node[i].next->length + 1 : 1;
		conc_guard_leave(&guard, &node[i]);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	struct list *last;

	for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, run, &nodes[i * TIMES]);
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	last = conc_guard_enter(&guard);
	assert(last->length == THREADS * TIMES);
	return 0;
}
