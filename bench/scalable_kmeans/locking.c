// SPDX-License-Identifier: MIT
// options: -O3 -march=native
#include "kmeans.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The nearest centre is found outside the lock.
static void map_locked(state *s, const piece *p)
{
	for (const point *at = points + p->number; at < points + p->number + p->length; at++) {
		const int centre = nearest(s, at);
		pthread_mutex_lock(&lock);
		state_add(s, at, centre);
		pthread_mutex_unlock(&lock);
	}
}

#include "../mapreduce_locking.h"
