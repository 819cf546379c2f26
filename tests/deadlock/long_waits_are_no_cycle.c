// SPDX-License-Identifier: MIT
// flavours: concc tsan
// schedules: no (time is virtual there)
// processors: 2
// Threads that wait long for each other's locks, in a chain that ends somewhere, are not reported; the looks for
// cycles, one a second, find them waiting twice.
#include <conc.h>
#include <stdio.h>

static conc_mutex a, b;
static conc_semaphore met;

static void sleeper(void) { mutex (a) { conc_semaphore_post(&met); conc_sleep(3500ms); } }
static void between(void) { mutex (b) { conc_semaphore_post(&met); mutex (a) conc_yield(); } }
static void last(void) { mutex (b) puts("last"); }
static void tick(void) { for (;;) conc_sleep(1ms); }

int main(void)
{
	spawn tick();
	task(void) s = spawn sleeper();
	conc_semaphore_wait(&met);
	task(void) m = spawn between();
	conc_semaphore_wait(&met);
	task(void) l = spawn last();
	join(l);
}
