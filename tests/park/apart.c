// SPDX-License-Identifier: MIT
// Permits of the program end none of libconc's waits, and none of these takes one.
#include <conc.h>
#include <stdio.h>

enum { TIMES = 200 };

static channel(int) numbers;
static conc_mutex m;
static conc_semaphore turns;
static conc_condition changed;
static struct conc_thread *target;
static int stop, wrong, value;

static void disturb(void)
{
	do {	// at least once, though it may start when all is over
		conc_unpark(target);
		conc_yield();
	} while (!__atomic_load_n(&stop, __ATOMIC_RELAXED));
}

static void feed(void)
{
	for (int i = 0; i < TIMES; i++) {
		numbers << i;
		conc_semaphore_post(&turns);
		mutex (m) {
			value++;
			conc_signal(&changed);
			if (i % 3 == 0) conc_yield();
		}
	}
}

static int one(void) { return conc_yield(), 1; }

static int use(void)
{
	task(void) a, b;
	int got, sum = 0;
	target = conc_self();
	a = spawn disturb();
	b = spawn feed();
	for (int i = 0; i < TIMES; i++) {
		got << numbers;
		wrong += got != i;
		conc_semaphore_wait(&turns);
		mutex (m) while (value <= i) conc_wait(&changed, &m);
		task(int) t = spawn one();
		sum += join(t);
		wrong += conc_sleep(1us) != 0;
	}
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	join(a);
	return sum + conc_park();	// the last permit is still there
}

int main(void)
{
	task(int) t = spawn use();
	int sum = join(t);
	printf("%d %d\n", sum, wrong);
}
