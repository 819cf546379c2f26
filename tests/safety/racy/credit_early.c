// SPDX-License-Identifier: MIT
// class: phase
// Two semaphores count the full and the free places of a ring. The consumer gives a place back before it has read it.
#include <conc.h>
#include <stdio.h>

enum { PLACES = 2, N = 20 };
static conc_semaphore full, free_places = { PLACES };
static int ring[PLACES];

static void produce(void)
{
	for (int i = 0; i < N; i++) {
		conc_semaphore_wait(&free_places);
		ring[i % PLACES] = i;	/* races */
		conc_semaphore_post(&full);
	}
}

int main(void)
{
	task(void) producer = spawn produce();
	int sum = 0;

	for (int i = 0; i < N; i++) {
		conc_semaphore_wait(&full);
		conc_semaphore_post(&free_places);
		conc_yield();
		sum += ring[i % PLACES];	/* races */
	}
	join(producer);
	printf("%s\n", sum <= N * N ? "consumed" : "too much");
}
