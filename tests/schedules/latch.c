// SPDX-License-Identifier: MIT
// A lock of the program's own, whose waiters write and yield in a loop: its holder, which was left inside libconc, gets
// its turn under every policy.
#include <conc.h>
#include <stdio.h>

static int taken;
static long sum;
static conc_mutex inner;

static void latch_lock(void) { while (__atomic_exchange_n(&taken, 1, __ATOMIC_ACQUIRE)) conc_yield(); }
static void latch_unlock(void) { __atomic_store_n(&taken, 0, __ATOMIC_RELEASE); }
static void user(void)
{
	for (int i = 0; i < 20; i++) {
		latch_lock();
		mutex (inner) sum++;
		conc_sleep(1us);
		latch_unlock();
	}
}
static void other(void)
{
	for (int i = 0; i < 20; i++) mutex (inner) conc_yield();
}

int main(void)
{
	task(void) users[6], others[3];
	for (int i = 0; i < 6; i++) users[i] = spawn user();
	for (int i = 0; i < 3; i++) others[i] = spawn other();
	for (int i = 0; i < 6; i++) join(users[i]);
	for (int i = 0; i < 3; i++) join(others[i]);
	printf("%ld\n", sum);
}
