// SPDX-License-Identifier: MIT
#include "pairs.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The pairs of a line are found outside the lock.
static void map_locked(state *s, const piece *p)
{
	const char *const end = p->text + p->length;

	for (const char *line = p->text; line < end;) {
		const char *at = line, *stop = (const char *)memchr(line, '\n', (size_t)(end - line)) + 1;
		span last = {}, pairs[LINE];
		long count = 0;
		while (next_pair(&at, stop, &last, &pairs[count])) count++;
		pthread_mutex_lock(&lock);
		for (long i = 0; i < count; i++) ++*tables_at(&s->counts, &pairs[i]);
		pthread_mutex_unlock(&lock);
		line = stop;
	}
}

#include "../mapreduce_locking.h"
