// SPDX-License-Identifier: MIT
// schedules: no (a kernel thread of the program's own takes part)
// A thread that a kernel thread outside has made ready runs when its turn has come: each of those that were ready
// before has run once.
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

static void *post(void *unused)
{
	for (int round = 1; round <= ROUNDS; round++) {
		while (wanted < round) continue;
		for (int i = 0; i < WOKEN; i++) conc_semaphore_post(&woken[i]);
		from = turns; // the one that waits for this spins: if it is late, the others are early
		posted = round;
	}
	return unused;
}

static void wait_for(int i)
{
	for (int round = 0; round < ROUNDS; round++) {
		conc_semaphore_wait(&woken[i]);
		since[i] = turns;
		conc_semaphore_post(&done);
	}
}

static void yielder(void)
{
	while (!stop) {
		turns++;
		conc_yield();
	}
}

// Wakes all by a post from outside, before it yields; the longest that one of them waited, in turns.
static long wake_all(int round)
{
	long worst = 0;

	wanted = round;
	while (posted < round) continue;
	for (int i = 0; i < WOKEN; i++) conc_semaphore_wait(&done);
	for (int i = 0; i < WOKEN; i++)
		if (since[i] - from > worst) worst = since[i] - from;
	return worst;
}

int main(void)
{
	pthread_t outside;
	long worst = 0;

	conc_processors(1);
	pthread_create(&outside, NULL, post, NULL);
	scope {
		for (int i = 0; i < YIELDERS; i++) spawn yielder();
		for (int i = 0; i < WOKEN; i++) spawn wait_for(i);
		conc_sleep(1ms);
		for (int round = 1; round <= ROUNDS; round++) {
			long now = wake_all(round);
			if (now > worst) worst = now;
		}
		stop = 1;
	}
	pthread_join(outside, NULL);
	printf(worst <= YIELDERS + WOKEN ? "in turn\n" : "after %ld turns of others\n", worst);
}
