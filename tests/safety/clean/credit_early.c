// SPDX-License-Identifier: MIT
// class: phase
// Two semaphores count the full and the free places of a ring. The consumer gives a place back when it has read it.
#include <conc.h>
#include <stdio.h>

enum { PLACES = 2, N = 20 };
static conc_semaphore full, free_places = { PLACES };
static int ring[PLACES];

static void produce(void)
{
	for (int i = 0; i < N; i++) {
		conc_semaphore_wait(&free_places);
		ring[i % PLACES] = i;
		conc_semaphore_post(&full);
	}
}

int main(void)
{
	task(void) producer = spawn produce();
	int sum = 0;

	for (int i = 0; i < N; i++) {
		conc_semaphore_wait(&full);
		sum += ring[i % PLACES];
		conc_semaphore_post(&free_places);
	}
	join(producer);
	printf("%d\n", sum);
	return sum != N * (N - 1) / 2;
}
