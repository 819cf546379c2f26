// SPDX-License-Identifier: MIT
// Urgent threads that are always ready leave turns to the others, in each queue: woken, never run, from a kernel thread.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { URGENT = 4, STEPS = 50 };

static int stop;
static conc_semaphore ping, pong, posted;

static void busy(void)
{
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) conc_yield();
}

static int new_one(int depth)
{
	if (depth == 0) return 1;
	task(int) t = spawn new_one(depth - 1);
	conc_yield();
	return 1 + join(t);
}

static int woken(void)
{
	for (int i = 0; i < STEPS; i++) {
		conc_semaphore_wait(&ping);
		conc_semaphore_post(&pong);
	}
	return STEPS;
}

static void *kernel_thread(void *unused)
{
	(void)unused;
	for (int i = 0; i < STEPS; i++) conc_semaphore_post(&posted);
	return NULL;
}

static int normal(void)
{
	int steps = 0;
	pthread_t kernel;
	task(int) w = spawn woken();
	for (int i = 0; i < STEPS; i++) {
		conc_semaphore_post(&ping);
		conc_semaphore_wait(&pong);
		steps++;
	}
	steps += join(w);
	for (int i = 0; i < STEPS; i++) steps += new_one(3);
	pthread_create(&kernel, NULL, kernel_thread, NULL);
	for (int i = 0; i < STEPS; i++) conc_semaphore_wait(&posted), steps++;
	blocking { pthread_join(kernel, NULL); }
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	return steps;
}

int main(void)
{
	task(int) n = spawn normal();
	task(void) u[URGENT];
	conc_set_band(CONC_BAND_URGENT);
	for (int i = 0; i < URGENT; i++) u[i] = spawn busy();	// in its spawner's band
	printf("%d\n", join(n));
}
