/* SPDX-License-Identifier: MIT */
/* run_queue.c's global queue, and its overflow and stealing over ring.h and deque.h: each thread
 * comes out once, whole and in the order in which it was put in, and a count that is read without
 * the lock is zero only while nobody is in the queue.
 *
 * Kernel threads without a processor put threads in; workers take them, or steal from each other.
 */
// scale: ring.h s/CONC_RING_SIZE 256/CONC_RING_SIZE 4/
// scale: deque.h s/CONC_DEQUE_SIZE 1024/CONC_DEQUE_SIZE 2/
// scale: scheduler.h s/CONC_WORKERS_MAX 4096/CONC_WORKERS_MAX 3/
// options: --disable-spin-assume
// case: inject -DFIRST="put(0, 1)" -DSECOND="put(1, 1)" -DTHIRD="taker(2, false)"
// case: refill -DFIRST="put(0, 3)" -DSECOND="taker(1, true)" -DTHIRD="taker(2, true)"
// case: overflow -DFIRST="queue(5)" -DSECOND="thief(1)" -DTHIRD="taker(2, true)"
// case: spawn -DFIRST="spawn(3)" -DSECOND="thief(1)" -DTHIRD="taker(2, false)"
// case: urgent -DFIRST="urge(0, 1)" -DSECOND="urge(1, 1)" -DTHIRD="urged(2)"
// case: urgent_and_put -DFIRST="urge(0, 1)" -DSECOND="put(2, 1)" -DTHIRD="urged(2)"
// case: urgent_and_taker -DFIRST="urge(0, 2)" -DSECOND="taker(1, true)" -DTHIRD="urged(2)"
// case: flush -DFIRST="spawn(1)" -DSECOND="flush(1)" -DTHIRD="thief(2)"
// mutant: run_queue.c s/^	last->next = NULL;//
// mutant: run_queue.c s/if (S->inject_last) S->inject_last->next = first;/if (false) ;/
// mutant: run_queue.c s/if (!S->inject_first) S->inject_last = NULL;//
// mutant: run_queue.c s/S->inject_count - 1)/S->inject_count)/
// mutant: run_queue.c s/	conc_tiny_lock_acquire(&S->inject_lock);//
// mutant: run_queue.c s/if (more) or_acq_rel/if (false) or_acq_rel/
// mutant: run_queue.c s/^	and_acq_rel(&p->attention, ~.*//; s/	if (more) or_acq_rel/	and_acq_rel(\&p->attention, ~(uint32_t)CONC_ATTENTION_URGENT); if (more) or_acq_rel/
// mutant: run_queue.c s/	if (!S->urgent_first) S->urgent_last = NULL;//
// mutant: run_queue.c s/	if (S->urgent_last) S->urgent_last->next = t;/	if (false) ;/
// mutant: run_queue.c s/	remind_some(CONC_ATTENTION_URGENT);//
// mutant: run_queue.c s/i > 0 \&\& !conc_ring_push(&p->ring, t)/false/
// mutant: run_queue.c s/threads\[count\] = t;/threads[count] = threads[0];/
#define MODEL_LOOKS
#include "model.h"

#define conc_processor_current unit_processor_current
#include <processor.h>
#undef conc_processor_current

#define THREADS 5

static struct conc_thread threads[THREADS];
static int written[THREADS]; /* plain: by who put it in */
static int taken[THREADS];   /* plain: there is one taker */
static struct conc_processor processors[3];
static _Thread_local struct conc_processor *mine;

static struct conc_processor *conc_processor_current(void)
{
	return mine;
}

#include <recorder.h>
#include <scheduler.h>

struct conc_scheduler conc_scheduler;

void conc_recorder_add_outside(enum conc_event_kind event, uint64_t object)
{
	(void)event, (void)object;
}

void conc_tiny_lock_wait(struct conc_tiny_lock *lock)
{
	if (!conc_tiny_lock_try(lock)) conc_relax(1);
}

void conc_tiny_lock_wake(struct conc_tiny_lock *lock)
{
	(void)lock;
}

/* An item that is alone has stood there for long. */
uint64_t conc_now(void)
{
	return UINT64_MAX / 2;
}

void conc_scheduler_submitted_slow(struct conc_processor *p)
{
	(void)p;
	assert(!"no slot is free");
}

#include <run_queue.c>

static void took(struct conc_thread *t)
{
	if (!t) return;
	assert(written[t - threads] == 1);
	assert(taken[t - threads]++ == 0);
}

/* Everything in the caller's own queues. */
static void take_own(void)
{
	struct conc_thread *t;

	while ((t = conc_ring_pop(&mine->ring))) took(t);
	while ((t = conc_deque_pop(&mine->deque))) took(t);
}

/* ---- What the kernel threads do ---- */

static void put(int first, int count)
{
	for (int i = first; i < first + count; i++) {
		written[i] = 1;
		conc_scheduler_ready(&threads[i]);
	}
}

static void queue(int count)
{
	mine = &processors[0];
	put(0, count);
}

static void urge(int first, int count)
{
	for (int i = first; i < first + count; i++) {
		threads[i].band = 1;
		written[i] = 1;
		conc_scheduler_ready(&threads[i]);
	}
}

/* A worker that looks at its attention twice. */
static void urged(int processor)
{
	mine = &processors[processor];
	for (int i = 0; i < 2; i++)
		if (load_relaxed(&mine->attention) & CONC_ATTENTION_URGENT)
			took(conc_scheduler_take_urgent(mine));
}

static void spawn(int count)
{
	mine = &processors[0];
	for (int i = 0; i < count; i++) {
		written[i] = 1;
		conc_scheduler_spawn(mine, &threads[i]);
	}
}

static void taker(int processor, bool refill)
{
	mine = &processors[processor];
	took(conc_scheduler_take(mine, refill));
	if (!refill) took(conc_scheduler_take(mine, refill));
}

static void thief(int processor)
{
	mine = &processors[processor];
	took(conc_scheduler_steal(mine));
}

static void flush(int processor)
{
	mine = &processors[processor];
	conc_scheduler_flush(&processors[0]);
}

static void *run_first(void *unused)
{
	FIRST;
	return unused;
}

static void *run_second(void *unused)
{
	SECOND;
	return unused;
}

static void *run_third(void *unused)
{
	THIRD;
	return unused;
}

int main(void)
{
	void *(*bodies[])(void *) = {run_first, run_second, run_third};
	pthread_t kernel_threads[3];
	struct conc_thread *t;
	int in = 0, out = 0;

	conc_scheduler.slots = CONC_SLOTS_BIAS;
	conc_scheduler.heavy_barrier = true;
	conc_scheduler.limit = 1;
	conc_scheduler.workers = 3;
	for (int i = 0; i < THREADS; i++) threads[i].next = &threads[i]; /* of an earlier queue */
	for (int i = 0; i < 3; i++) {
		processors[i].random = 1;
		processors[i].lone_head = processors[i].ring.head;
		conc_scheduler.processors[i] = &processors[i];
	}
	for (int i = 0; i < 3; i++) pthread_create(&kernel_threads[i], NULL, bodies[i], NULL);
	for (int i = 0; i < 3; i++) pthread_join(kernel_threads[i], NULL);
	/* of an urgent thread each worker knows, which runs it at its next dispatch */
	if (conc_scheduler.urgent_first)
		for (int i = 0; i < 3; i++)
			assert(processors[i].attention & CONC_ATTENTION_URGENT);
	for (int i = 0; i < 3; i++) {
		mine = &processors[i];
		take_own();
	}
	while ((t = conc_scheduler_take(mine, false))) took(t);
	assert(conc_scheduler.inject_count == 0 && conc_scheduler.urgent_count == 0);
	for (int i = 0; i < THREADS; i++) in += written[i], out += taken[i];
	assert(in == out);
	(void)put, (void)urge, (void)urged, (void)queue, (void)spawn, (void)taker, (void)thief, (void)flush;
	return 0;
}
