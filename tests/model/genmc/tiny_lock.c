/* SPDX-License-Identifier: MIT */
/* conc_tiny_lock: one at a time, each sees what those before it wrote, and nobody sleeps for
 * ever. The spinning before the sleep is cut to one look, or none. */
// scale: os.c s/i < 100/i < LOOKS/
// take: os.c conc_tiny_lock_wait conc_tiny_lock_wake
// case: two -DLOCK=2 -DTIMES=2 -DLOOKS=0
// case: two_look -DLOCK=2 -DTIMES=1 -DLOOKS=1
// case: three -DLOCK=3 -DTIMES=1 -DLOOKS=0
// case: and_try -DLOCK=2 -DTRY=1 -DTIMES=1 -DLOOKS=0
// mutant: atomic.h s/return cas_acquire(&lock->word, /return cas_relaxed(\&lock->word, /
// mutant: atomic.h s/return cas_acquire(&lock->word, &free, 1)/return exchange_acquire(\&lock->word, 1) == free/
// mutant: atomic.h s/exchange_release(&lock->word, 0)/exchange_relaxed(\&lock->word, 0)/
// mutant: atomic.h s/conc_tiny_lock_wake(lock);$/;/
// mutant: os.c s/exchange_acquire(&lock->word, 2)/exchange_relaxed(\&lock->word, 2)/
// mutant: os.c s/while (exchange_acquire(&lock->word, 2)/if (exchange_acquire(\&lock->word, 2)/
#include "futex.h"

#include <taken.c>

#ifndef TRY
#define TRY 0
#endif

static struct conc_tiny_lock lock;
static int inside; /* plain: the lock protects it */

static void *run(void *try)
{
	for (int i = 0; i < TIMES; i++) {
		if (!try) conc_tiny_lock_acquire(&lock);
		else if (!conc_tiny_lock_try(&lock)) continue;
		assert(inside++ == 0);
		inside--;
		conc_tiny_lock_release(&lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[LOCK + TRY];

	for (int i = 0; i < LOCK + TRY; i++)
		pthread_create(&threads[i], NULL, run, i < LOCK ? NULL : &lock);
	for (int i = 0; i < LOCK + TRY; i++) pthread_join(threads[i], NULL);
	assert(load_relaxed(&lock.word) == 0);
	return 0;
}
