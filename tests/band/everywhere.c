// SPDX-License-Identifier: MIT
// flags: -Wno-missing-field-initializers
// Threads of both bands that wait for each other in every way, sleep, block, are pinned and are woken by kernel threads: none is lost.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { THREADS = 8, ROUNDS = 60 };

static channel(int) numbers;
static conc_mutex m;
static conc_barrier all = { THREADS };
static conc_semaphore from_kernel;
static int sum;

static void use(int i)
{
	for (int round = 0; round < ROUNDS; round++) {
		int got;
		conc_set_band((i + round) % 3 ? CONC_BAND_NORMAL : CONC_BAND_URGENT);
		if (i % 2) numbers << i;
		else { got << numbers; mutex (m) sum += got; }
		conc_barrier_wait(&all);
		switch ((i + round) % 6) {
		case 0: conc_sleep(10us); break;
		case 1: blocking { usleep(10); } break;
		case 2: conc_pin(); conc_yield(); conc_unpin(); break;
		case 3: conc_semaphore_wait(&from_kernel); break;
		case 4: { task(void) t = spawn conc_yield(); join(t); break; }
		default: conc_yield();
		}
	}
}

static void *kernel_thread(void *unused)
{
	(void)unused;
	for (int i = 0; i < THREADS * ROUNDS / 6 + THREADS; i++) {
		conc_semaphore_post(&from_kernel);
		if (i % 5 == 0) usleep(100);
	}
	return NULL;
}

int main(void)
{
	pthread_t kernel;
	pthread_create(&kernel, NULL, kernel_thread, NULL);
	{
		task(void) t[THREADS];
		for (int i = 0; i < THREADS; i++) t[i] = spawn use(i);
	}
	blocking { pthread_join(kernel, NULL); }
	printf("%d\n", sum);
}
