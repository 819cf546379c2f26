// SPDX-License-Identifier: MIT
#include "index.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// A link is found outside the lock.
static void map_locked(state *s, const piece *p)
{
	span address;
	for (const char *at = p->text; next_link(&at, p->text + p->length, &address);) {
		pthread_mutex_lock(&lock);
		state_add(s, &address, p->number);
		pthread_mutex_unlock(&lock);
	}
}

#include "../mapreduce_locking.h"
