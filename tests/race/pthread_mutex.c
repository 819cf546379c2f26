// SPDX-License-Identifier: MIT
// A lock of the C library's orders user threads and kernel threads alike.
#include <conc.h>
#include <pthread.h>
#include "race.h"

int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void f(void)
{
	for (int i = 0; i < 20; i++) {
		mutex (m) x++;
		conc_yield();
	}
	BESIDE(y++;)
}

static void *g(void *unused)
{
	f();
	return unused;
}

int main(void)
{
	pthread_t p;
	if (pthread_create(&p, NULL, g, NULL)) return 1;
	task(void) t = spawn f();
	join(t);
	pthread_join(p, NULL);
}
