// SPDX-License-Identifier: MIT
// flavours: concc gcc clang
// schedules: no (time is virtual there, and the ticker goes on for ever)
// Threads that wait for each other's locks and ends are reported while others go on.
#include <conc.h>
#include <stdio.h>

static conc_mutex a;
static conc_owner_lock b;
static conc_rw_lock c;
static conc_semaphore met, go;

static void meet(void)
{
	conc_semaphore_post(&met);
	conc_semaphore_wait(&go);
}

static void first(void) { mutex (a) { meet(); mutex (b) puts("not reached"); } }
static void second(void) { mutex (b) { meet(); mutex (c) puts("not reached"); } }
static void third(void)
{
	task(void) t;
	mutex (c) {
		meet();
		t = spawn first();	// waits for a
		join(t);
	}
}
static void tick(void) { for (;;) conc_sleep(1ms); }
static void busy(void) { for (;;) mutex (a) conc_yield(); }

int main(void)
{
	spawn tick();
	spawn first();
	conc_semaphore_wait(&met);
	spawn second();
	spawn third();
	conc_semaphore_wait(&met);
	conc_semaphore_wait(&met);
	spawn busy();
	for (int i = 0; i < 3; i++) conc_semaphore_post(&go);
	tick();
}
