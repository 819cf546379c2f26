// SPDX-License-Identifier: MIT
// One state for all threads, and one lock around all that is done with it: the actor as a monitor.
#ifndef BENCH_MAPREDUCE_GLOBAL_LOCK_H
#define BENCH_MAPREDUCE_GLOBAL_LOCK_H
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void map_locked(state *s, const piece *p)
{
	pthread_mutex_lock(&lock);
	state_map(s, p);
	pthread_mutex_unlock(&lock);
}

#include "mapreduce_locking.h"

#endif
