// SPDX-License-Identifier: MIT
// An actor whose behaviour waits is deleted, or its scope ends: what was queued is handled first, and the thread
// that handles it is done with the actor before its memory goes. Whatever the behaviour says itself.
#include <conc.h>
#include <stdio.h>

actor counter { long n; channel(int) gate; };
message add { long by; };
message pass { long by; };
message end { long by; };

static _Atomic long sum;

receive (counter *self, add *m)
{
	self->n += m->by;
	sum += self->n;
}

receive (counter *self, pass *m)
{
	int x = 0;
	x << self->gate;
	self->n += m->by + x;
	conc_sleep(100us);
}

receive (counter *self, end *m)
{
	int x = 0;
	x << self->gate;
	(void)x;
	self->n += m->by;
	conc_sleep(100us);
	return Finished;
}

static void in_a_scope(void)
{
	counter c = {};
	c | (pass){ 1 } | (add){ 1 } | (pass){ 1 } | (add){ 1 };
	c.gate << 1;
	c.gate << 1;
}

static void ended_by_itself(void)
{
	counter c = {};
	c | (add){ 1 } | (end){ 1 };
	c.gate << 1;
}

static void deleted(void)
{
	counter *c = new counter {};
	c | (pass){ 1 } | (add){ 1 };
	c->gate << 1;
	delete c;
}

int main(void)
{
	conc_actors_start(NULL);
	for (int i = 0; i < 100; i++) {
		in_a_scope();
		ended_by_itself();
		deleted();
	}
	conc_actors_stop();
	printf("%ld\n", (long)sum);
}
