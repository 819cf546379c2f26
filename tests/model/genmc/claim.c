/* SPDX-License-Identifier: MIT */
/* The claim of a queue (actor_queue.c, claim of worker.c): never two handlers at once, what one
 * wrote the next one sees, and who has taken the claim from another has published all outboxes
 * first. The queue is claimed by nobody at first, or by worker 0; it goes to and fro. Workers
 * handle a second queue in between (OTHER), which is how `processing` changes without a look at who
 * waits. */
// scale: atomic.h s/^#define conc_light_barrier.*//
// options: --disable-spin-assume
// take: actor_queue.c is_disputed take_over conc_queue_claim_slow conc_queue_release
// take: worker.c claim
// case: two -DTHREADS=2 -DTIMES=2,2
// case: first -DTHREADS=2 -DTIMES=2,2 -DFIRST
// case: other -DTHREADS=2 -DTIMES=1,2 -DFIRST -DOTHER
// case: no_barrier -DTHREADS=2 -DTIMES=2,1 -DFIRST -DHEAVY=false
// case: three -DTHREADS=3 -DTIMES=1,1,1 -DFIRST
// mutant: worker.c s/	conc_executor_light_barrier(); \/\* pairs with the heavy barrier of take_over \*\///
// mutant: worker.c s/CONC_LIKELY(load_acquire(&queue->claim) == (uintptr_t)w)/true/
// mutant: worker.c s/store_release(&w->processing, queue)/store_relaxed(\&w->processing, queue)/
// mutant: executor.h s/else add_seq_cst(&conc_abi_workers_asleep, 0u)/else (void)0/
// mutant: actor_queue.c s/	conc_executor_heavy_barrier();//
// mutant: actor_queue.c s/if (is_disputed(queue, w)) return false;//
// mutant: actor_queue.c s/load_seq_cst(&ex->workers\[i\].processing)/load_relaxed(\&ex->workers[i].processing)/
// mutant: actor_queue.c s/if (!cas_acq_rel(&queue->claim, &pending, (uintptr_t)w)) return false;/store_release(\&queue->claim, (uintptr_t)w);/
// mutant: actor_queue.c s/if (cas_acq_rel(&queue->claim, &seen, (uintptr_t)w)) return true;/if (!load_acquire(\&queue->claim)) { store_release(\&queue->claim, (uintptr_t)w); return true; }/
// mutant: actor_queue.c s/	conc_outbox_publish_every(true);//
// mutant: actor_queue.c s/	conc_queue_release(w);//
// mutant: actor_queue.c s/store_release(&w->processing, NULL)/store_relaxed(\&w->processing, NULL)/
#include "actor_world.h"

static _Thread_local bool published;

void conc_outbox_publish_every(bool all)
{
	published = all;
}

#include <taken.c>

static struct conc_executor executor;
static struct conc_worker workers[THREADS];
static struct conc_queue queues[2];
static const int times[THREADS] = {TIMES};
static struct conc_worker *last; /* plain, as what follows: the handler of queue 0 */
static int inside, handled;
static int misses; /* atomic */

static void handle(struct conc_worker *w)
{
	assert(inside++ == 0);
	assert(!last || last == w || published);
	last = w;
	handled++;
	inside--;
}

static void *run(void *worker)
{
	struct conc_worker *w = worker;

	for (int i = 0; i < times[w->index]; i++) {
#ifdef OTHER
		if (i > 0 && w->index == 0 && claim(&queues[1], w)) conc_queue_release(w);
#endif
		published = false;
		if (claim(&queues[0], w)) {
			handle(w);
#ifdef OTHER
			if (w->index == 0) claim(&queues[1], w);
#else
			conc_queue_release(w);
#endif
		} else {
			assert(load_relaxed(&w->processing) == NULL);
			add_relaxed(&misses, 1);
		}
	}
	return NULL;
}

static struct conc_processor *conc_processor_current(void)
{
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	int all = 0;

	executor.worker_count = THREADS;
	executor.workers = workers;
	for (int i = 0; i < 2; i++) queues[i].executor = &executor;
	for (int i = 0; i < THREADS; i++) workers[i].index = (uint32_t)i;
	queues[1].claim = (uintptr_t)&workers[0];
#ifdef FIRST
	queues[0].claim = (uintptr_t)&workers[0];
	last = &workers[0];
#endif
	for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, run, &workers[i]);
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	for (int i = 0; i < THREADS; i++) all += times[i];
	assert(handled + misses == all);
	return 0;
}
