// SPDX-License-Identifier: MIT
// schedules: no (a kernel thread of the program's own takes part)
// A thread that a kernel thread outside has made ready runs when its turn has come: each of those that were ready
// before has run once. That is said of a kernel thread that runs: a round does not count that took so long that another one
// may have stepped in for it, or in which one did. One of ten may be late: who has stepped in may still have threads, and
// not run.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

enum { YIELDERS = 8, ROUNDS = 50, WOKEN = 3 };

static _Atomic long turns;
static _Atomic long from; // as many turns had been when all were woken
static _Atomic int wanted, posted, stop;
static conc_semaphore woken[WOKEN];
static conc_semaphore done;
static long since[WOKEN];
static _Atomic uintptr_t home; // main's kernel thread
static _Atomic long strays;    // turns on another one

static __attribute__((noinline)) uintptr_t kernel_thread(void)
{
	static _Thread_local char here;

	__asm__ volatile("");
	return (uintptr_t)&here;
}

static void *post(void *unused)
{
	for (int round = 1; wanted >= 0; round++) {
		while (wanted >= 0 && wanted < round) continue;
		for (int i = 0; i < WOKEN; i++) conc_semaphore_post(&woken[i]);
		from = turns; // the one that waits for this spins: if it is late, the others are early
		posted = round;
	}
	return unused;
}

static void wait_for(int i)
{
	for (;;) {
		conc_semaphore_wait(&woken[i]);
		if (stop) return;
		since[i] = turns;
		strays += kernel_thread() != home;
		conc_semaphore_post(&done);
	}
}

static void yielder(void)
{
	while (!stop) {
		turns++;
		strays += kernel_thread() != home;
		conc_yield();
	}
}

// Wakes all by a post from outside, before it yields; the longest that one of them waited, in turns. -1: does not count.
static long wake_all(int round)
{
	uint64_t began = conc_now();
	long worst = 0, before;

	home = kernel_thread();
	before = strays;
	wanted = round;
	while (posted < round) continue;
	for (int i = 0; i < WOKEN; i++) conc_semaphore_wait(&done);
	if (strays != before || conc_now() - began > (uint64_t)2ms) return -1;
	for (int i = 0; i < WOKEN; i++)
		if (since[i] - from > worst) worst = since[i] - from;
	return worst;
}

int main(void)
{
	pthread_t outside;
	int late = 0;

	conc_processors(1);
	pthread_create(&outside, NULL, post, NULL);
	scope {
		for (int i = 0; i < YIELDERS; i++) spawn yielder();
		for (int i = 0; i < WOKEN; i++) spawn wait_for(i);
		conc_sleep(1ms);
		for (int round = 1, counted = 0; counted < ROUNDS; round++) {
			long now = wake_all(round);
			counted += now >= 0;
			late += now > YIELDERS + WOKEN;
		}
		stop = 1;
		wanted = -1;
		for (int i = 0; i < WOKEN; i++) conc_semaphore_post(&woken[i]);
	}
	pthread_join(outside, NULL);
	printf(late <= ROUNDS / 10 ? "in turn\n" : "late in %d of %d rounds\n", late, ROUNDS);
}
