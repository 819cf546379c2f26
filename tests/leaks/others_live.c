// SPDX-License-Identifier: MIT
// flavours: concc gcc clang
// processors: 1
// While others go on, threads are reported that wait for what no live thread can reach, or for a thread that is itself
// leaked. A ticker goes on, and everything in globals can be reached.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

static conc_mutex a, b;
static conc_semaphore ticks, taken, done;
struct answer { long before; channel(int) result; };

static void tick(void) { conc_semaphore_post(&ticks); for (;;) conc_sleep(100us); }
static void works(struct answer *answer) { answer->result << 1; }
static void gives_up(void) { spawn works(new struct answer {}); }
static void first(channel(int) *c)	// holds what the others wait for
{
	int x;
	mutex (a) {
		conc_semaphore_post(&taken);
		x << c;
		(void)x;
	}
}
static void second(void) { mutex (b) mutex (a) puts("not reached"); }
static void third(void) { mutex (a) puts("not reached"); }
static void joins(void) { task(void) t = spawn third(); }
static void on_own_stack(conc_semaphore *s) { conc_semaphore_wait(s); }
static void waits_for_children(void)
{
	conc_semaphore s = {0};
	scope { spawn on_own_stack(&s); spawn on_own_stack(&s); }
}
static void chooses(channel(int) *c, channel(int) *d)
{
	int x;
	waituntil (x << c) (void)x;
	or waituntil (*d << 1) {}
}

// Nothing of this is left on main's stack.
static void starts_all(void)
{
	spawn tick();
	conc_semaphore_wait(&ticks);	// not later, on this thread's stack, where pointers to the channels are left
	spawn first(new channel(int) {});
	conc_semaphore_wait(&taken);
	spawn second();
	spawn gives_up();
	spawn joins();
	spawn waits_for_children();
	spawn chooses(new channel(int) {}, new channel(int) {});
	conc_semaphore_post(&done);
}

int main(void)
{
	spawn starts_all();
	conc_semaphore_wait(&done);
	printf("%d\n", conc_report_leaks());
	exit(0);
}
