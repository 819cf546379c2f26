/* SPDX-License-Identifier: MIT */
/* semaphore.c: as many go through as there are units, each sees what the poster of its unit
 * wrote, nobody waits for ever, and who has waited for the last post may free the semaphore.
 *
 * Threads 0 … WAITING-1 wait, the others post, once each. */
// options: --disable-spin-assume
// case: one -DWAITING=1 -DPOSTERS=1 -DUNITS=0
// case: units -DWAITING=2 -DPOSTERS=1 -DUNITS=1
// case: two -DWAITING=2 -DPOSTERS=1 -DUNITS=1 -DSLOW
// case: freed -DWAITING=1 -DPOSTERS=1 -DUNITS=0 -DFREED
// case: slow -DWAITING=1 -DPOSTERS=1 -DUNITS=0 -DSLOW
// case: three -DWAITING=1 -DPOSTERS=2 -DUNITS=0
// mutant: semaphore.c s/if (cas_acquire(&s->conc_count, count, \*count - 1)/if (cas_relaxed(\&s->conc_count, count, *count - 1)/
// mutant: semaphore.c s/cas_release(&s->conc_count/cas_relaxed(\&s->conc_count/
// mutant: semaphore.c s/cas_relaxed(&s->conc_count, &count, WAITERS)/true/
// mutant: semaphore.c s/if (w) conc_waiter_complete(w, CONC_WAIT_DONE);//
// mutant: semaphore.c s/count == WAITERS ||/count <= 0 ||/
// mutant: semaphore.c s/\*given = w || \*head/*given = true/
#include "permit.h"

#include <semaphore.c>

static struct conc_semaphore *semaphore;
static int written[MODEL_THREADS]; /* plain: published by a post */
static int through;                /* atomic: who is through */

static void wait(void)
{
	int seen = 0;

	conc_abi_semaphore_wait(semaphore, NULL);
	add_relaxed(&through, 1);
#if WAITING == 1 && POSTERS == 1
	for (int i = 0; i < MODEL_THREADS; i++) seen += written[i];
	assert(seen == POSTERS);
#else
	(void)seen;
#endif
#ifdef FREED
	free(semaphore);
#endif
}

static void *run(void *self)
{
	long number = (struct conc_thread *)self - model_threads;

	if (number < WAITING) {
		wait();
		return NULL;
	}
	written[number] = 1;
#ifdef SLOW
	conc_abi_semaphore_post_slow(semaphore, NULL);
#else
	conc_abi_semaphore_post(semaphore, NULL);
#endif
	return NULL;
}

int main(void)
{
	semaphore = malloc(sizeof *semaphore);
	semaphore->conc_count = UNITS;
	semaphore->conc_queue = 0;
	model_run(WAITING + POSTERS, run);
#ifndef FREED
	assert(load_relaxed(&semaphore->conc_queue) == 0);
	for (int i = through; i < POSTERS + UNITS; i++)
		assert(conc_abi_semaphore_try_wait(semaphore, NULL));
	assert(!conc_abi_semaphore_try_wait(semaphore, NULL));
#endif
	return 0;
}
