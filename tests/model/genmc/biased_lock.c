/* SPDX-License-Identifier: MIT */
/* biased_lock.h and biased_lock.c: one inside at a time, whether the lock is biased, being revoked or neither;
 * who is next sees what the last one wrote; nobody sleeps for ever. With and without the heavy barrier.
 *
 * The heavy barrier makes every other kernel thread pass a barrier somewhere between any two of its
 * instructions. Here it is a fence on its own side and one at each place of the other side
 * that relies on it (conc_light_barrier): the same orders, and no others, can be told apart. */
// scale: atomic.h s/^#define conc_light_barrier.*/#define conc_light_barrier() __atomic_thread_fence(__ATOMIC_SEQ_CST)/
// scale: ring.h s/CONC_RING_SIZE 256/CONC_RING_SIZE 4/
// scale: deque.h s/CONC_DEQUE_SIZE 1024/CONC_DEQUE_SIZE 2/
// scale: scheduler.h s/CONC_WORKERS_MAX 4096/CONC_WORKERS_MAX 3/
// scale: biased_lock.c s/LOCK_PAUSES = 512/LOCK_PAUSES = 0/
// scale: biased_lock.c s/LOCK_SPINS = 100/LOCK_SPINS = 0/
// scale: biased_lock.c s/LOCK_STREAK = 64/LOCK_STREAK = ROW/
// options: --disable-spin-assume
// case: taken_back -DTHREADS=2 -DTIMES=2,1 -DROW=1 -DHEAVY=true
// case: plain -DTHREADS=2 -DTIMES=2,1 -DROW=9 -DHEAVY=true
// case: no_barrier -DTHREADS=2 -DTIMES=2,1 -DROW=1 -DHEAVY=false
// case: biased -DTHREADS=2 -DTIMES=3,1 -DROW=1 -DHEAVY=true
// mutant: biased_lock.h s/return CONC_LIKELY(load_acquire(&s->conc_word) == mine)/return true/
// mutant: biased_lock.h s/	conc_light_barrier(); \/\* pairs with the heavy barrier of revoke \*\///
// mutant: biased_lock.h s/	conc_light_barrier(); \/\* pairs with the heavy barrier of sleep_for \*\///
// mutant: biased_lock.h s/	conc_light_barrier(); \/\* pairs with the heavy barrier of sleep_until_left \*\///
// mutant: biased_lock.h s/store_release(&s->conc_word, next)/store_relaxed(\&s->conc_word, next)/
// mutant: biased_lock.h s/store_release(&p->inside\[place\], (uintptr_t)0)/store_relaxed(\&p->inside[place], (uintptr_t)0)/
// mutant: biased_lock.h s/!= 0)) conc_biased_lock_wake(s);/!= 0)) ;/
// mutant: biased_lock.h s/!= 0)) conc_biased_lock_wake_wanting(p, place);/!= 0)) ;/
// mutant: biased_lock.c s/if (!is_inside(owner, place, s)) return;/return;/;s/sleep_until_left(owner, place, s);$/;/
// mutant: biased_lock.c s/	conc_os_heavy_barrier();//
// mutant: biased_lock.c s/cas_acquire(&s->conc_word/cas_relaxed(\&s->conc_word/
#define MODEL_LOOKS
#define FUTEX_WORD uintptr_t
#define FUTEX_WORDS 3
#include "futex.h"

#define conc_processor_current unit_processor_current
#include <processor.h>
#undef conc_processor_current

static struct conc_processor *conc_processor_current(void)
{
	return NULL;
}

#include <limits.h>
#include <scheduler.h>

struct conc_scheduler conc_scheduler;

void conc_os_heavy_barrier(void)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#include <biased_lock.c>

static struct conc_abi_channel_side *side; /* not a constant: GenMC cannot wait for those */
static struct conc_processor processors[3];
static const int times[THREADS] = {TIMES};
static int entries; /* plain: the side protects it */

static void *run(void *processor)
{
	struct conc_processor *p = processor;

	for (int i = 0; i < times[p->index]; i++) {
		conc_biased_lock_enter(side, p, CONC_BIASED_LOCK_IN);
		entries++;
		conc_biased_lock_leave(side, p, CONC_BIASED_LOCK_IN);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	int all = 0;

	conc_scheduler.heavy_barrier = HEAVY;
	side = malloc(sizeof(*side));
	side->conc_word = side->conc_last = 0;
	side->conc_streak = side->conc_bias_backoff = 0;
	side->conc_count = 0;
	for (int i = 0; i < THREADS; i++) processors[i].index = (uint32_t)i;
	for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, run, &processors[i]);
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	for (int i = 0; i < THREADS; i++) all += times[i];
	assert(entries == all);
	(void)conc_processor_current;
	return 0;
}
