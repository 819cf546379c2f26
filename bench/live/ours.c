// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static conc_semaphore gate;
static long through;

static void wait_at_the_gate(void)
{
	conc_semaphore_wait(&gate);
	__atomic_add_fetch(&through, 1, __ATOMIC_RELAXED);
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1000;
	task(void) *t = calloc((size_t)n, sizeof *t);
	for (long i = 0; i < n; i++) t[i] = spawn wait_at_the_gate();
	conc_sleep(100ms);
	for (long i = 0; i < n; i++) conc_semaphore_post(&gate);
	for (long i = 0; i < n; i++) join(t[i]);
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	printf("value %.1f\ncheck %ld\n", (double)usage.ru_maxrss / 1024, through);
}
