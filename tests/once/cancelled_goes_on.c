// SPDX-License-Identifier: MIT
// A cancelled thread that waits for the function, or runs it, goes on.
#include <conc.h>
#include <stdio.h>

static conc_once o;
static conc_semaphore begun, go;
static int ready;

static void slow(void *unused)
{
	(void)unused;
	conc_semaphore_post(&begun);
	conc_semaphore_wait(&go);
	ready = 42;
}

static int use(void)
{
	conc_once_call(&o, slow, NULL);
	return conc_cancelled() ? ready : -1;
}

int main(void)
{
	task(int) first = spawn use(), second;
	conc_semaphore_wait(&begun);
	second = spawn use();
	conc_yield();
	conc_cancel(second);
	conc_cancel(first);
	conc_yield();
	conc_semaphore_post(&go);
	printf("%d %d\n", join(first), join(second));
}
