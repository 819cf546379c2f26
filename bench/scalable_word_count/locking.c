// SPDX-License-Identifier: MIT
#include "words.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The words of a line are found outside the lock.
static void map_locked(state *s, const piece *p)
{
	const char *const end = p->text + p->length;

	for (const char *line = p->text; line < end;) {
		const char *at = line, *stop = (const char *)memchr(line, '\n', (size_t)(end - line)) + 1;
		span words[LINE];
		long count = 0;
		while (next_word(&at, stop, &words[count])) count++;
		pthread_mutex_lock(&lock);
		for (long i = 0; i < count; i++) state_add(s, &words[i]);
		pthread_mutex_unlock(&lock);
		line = stop;
	}
}

#include "../mapreduce_locking.h"
