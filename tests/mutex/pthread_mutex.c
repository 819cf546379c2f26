// SPDX-License-Identifier: MIT
// A pthread_mutex_t is lockable, and excludes kernel threads that know nothing of us.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long count;

static void *foreign(void *unused)
{
	for (int i = 0; i < 10000; i++) {
		pthread_mutex_lock(&lock);
		count++;
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

thread worker { int times; };

void main(worker *self)
{
	for (int i = 0; i < self->times; i++)
		mutex (lock) {
			long seen = count;
			if (i % 1000 == 0) conc_yield();
			count = seen + 1;
		}
}

int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, foreign, NULL);
	{
		worker w[3] = { { 10000 }, { 10000 }, { 10000 } };
	}
	pthread_join(thread, NULL);
	printf("%ld\n", count);
}
