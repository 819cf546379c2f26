// SPDX-License-Identifier: MIT
// What the contestants with pthreads share: threads that are made for each round, counters that they take from, a
// barrier where they wait as OpenMP's do, without sleeping, and main. work(self) says what each thread does.
#ifndef BENCH_MAPREDUCE_THREADS_H
#define BENCH_MAPREDUCE_THREADS_H
#include <pthread.h>
#include <sched.h>

enum { MAX_THREADS = 256 };

static state *result;
static _Alignas(128) long next_piece;
static _Alignas(128) long next_part;
static _Alignas(128) long barrier_rounds, arrived;

static void work(long self);

static inline long take(long *next) { return __atomic_fetch_add(next, 1, __ATOMIC_RELAXED); }

// The last one to arrive calls last, if there is one, before the others go on.
static inline void wait_for_all(void (*last)(void))
{
	const long round = __atomic_load_n(&barrier_rounds, __ATOMIC_ACQUIRE);

	if (__atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL) == processors) {
		if (last) last();
		arrived = 0;
		__atomic_store_n(&barrier_rounds, round + 1, __ATOMIC_RELEASE);
		return;
	}
	for (int spins = 1; __atomic_load_n(&barrier_rounds, __ATOMIC_ACQUIRE) == round; spins++)
		if (spins % 4096 == 0) sched_yield();
		else __builtin_ia32_pause();
}

static inline void finish(void)
{
	state_finish(result);
	next_piece = next_part = 0;
}

static void *run_work(void *self)
{
	work((long)self);
	return NULL;
}

static void mapreduce(state *out)
{
	pthread_t threads[MAX_THREADS];

	result = out;
	for (long i = 1; i < processors; i++)
		if (pthread_create(&threads[i], NULL, run_work, (void *)i)) abort();
	work(0);
	for (long i = 1; i < processors; i++) pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) { return mapreduce_measure(argc, argv, mapreduce); }

#endif
