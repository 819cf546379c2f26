// SPDX-License-Identifier: MIT
// A pool of as many threads as processors, by hand. The main thread puts the calls into a queue, a thread takes some at a
// time: many while there are many, so that the lock is taken seldom, few towards the end, so that all end together.
// Each thread has a block; what is done with a full one is the program's.
#ifndef BENCH_POOL_H
#define BENCH_POOL_H
#include <pthread.h>
#include "log.h"

enum { TAKE_MAX = 32, PUT = 32 };

static uint32_t *calls; // the queue
static long put, taken;
static bool all_put;
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;

static int log_file;
// Has b written, and yields an empty one.
static struct block *hand_over(struct block *b);
// A thread is about to end.
static void leave(void);

static inline void put_calls(long first, long end)
{
	pthread_mutex_lock(&queue_lock);
	for (; first < end; first++) calls[put++] = (uint32_t)first;
	all_put = put == records;
	pthread_mutex_unlock(&queue_lock);
	if (all_put) pthread_cond_broadcast(&more);
	else pthread_cond_signal(&more);
}

// How many calls there are for this thread, from *first on; none when all are done.
static inline long take_calls(long *first)
{
	long n;

	pthread_mutex_lock(&queue_lock);
	while (taken == put && !all_put) pthread_cond_wait(&more, &queue_lock);
	n = (put - taken + 2 * (long)processors - 1) / (2 * (long)processors);
	if (n > TAKE_MAX) n = TAKE_MAX;
	*first = taken;
	taken += n;
	pthread_mutex_unlock(&queue_lock);
	return n;
}

static void *work_off(void *argument)
{
	struct block *b = new_block();

	for (long first, n; (n = take_calls(&first)) > 0;)
		for (long i = 0; i < n; i++) {
			serialise(b, calls[first + i]);
			if (is_full(b)) b = hand_over(b);
		}
	if (b->used) b = hand_over(b);
	leave();
	free(b);
	return argument;
}

// The main thread works off, too, when it has put all calls.
static inline void run_pool(int file)
{
	pthread_t threads[processors];

	log_file = file;
	put = taken = 0;
	all_put = false;
	calls = (uint32_t *)malloc((size_t)records * sizeof *calls);
	if (!calls) abort();
	for (unsigned i = 1; i < processors; i++)
		if (pthread_create(&threads[i], NULL, work_off, NULL)) abort();
	for (long i = 0; i < records; i += PUT) put_calls(i, i + PUT < records ? i + PUT : records);
	work_off(NULL);
	for (unsigned i = 1; i < processors; i++) pthread_join(threads[i], NULL);
	free(calls);
}

#endif
