// SPDX-License-Identifier: MIT
#include "match.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// A match is found outside the lock.
static void map_locked(state *s, const piece *p)
{
	const char *const end = p->text + p->length;

	for (int k = 0; k < KEYS; k++)
		for (const char *at = p->text; (at = next_match(at, end, k)); at++) {
			pthread_mutex_lock(&lock);
			state_add(s, k, at);
			pthread_mutex_unlock(&lock);
		}
}

#include "../mapreduce_locking.h"
