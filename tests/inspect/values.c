// SPDX-License-Identifier: MIT
// Objects of each construct, and threads that run, are ready, sleep or have not started: what a debugger says of them.
#include <conc.h>
#include <stdio.h>
#include <unistd.h>

monitor account { int balance; };
actor clerk { int seen; };
message letter { int n; };
thread porter { int trips; };
struct point { int x, y; };

channel(int) numbers = {4};
channel(struct point) points = {2};
future(double) share;
future(int) called_off;
conc_rw_lock shelf;
conc_semaphore units = CONC_SEMAPHORE(3); conc_once setup;
account savings;
clerk office;

void main(porter *self)
{
	self->trips = 7;
	conc_sleep(1h);
}

receive (clerk *c, letter *m)
{
	c->seen += m->n;
}

static void later(void) { conc_yield(); }

static void look(int n)
{
	printf("%d\n", n);	// here
}

static void add(account * mutex a, int n)
{
	a->balance += n;
	look(a->balance);
}

int main(void)
{
	porter p = {};
	struct point one = { 1, 2 };
	int first = 0;
	conc_sleep(1ms);
	numbers << 1; numbers << 2; numbers << 3;
	first << numbers;
	points << one;
	share << 0.25;
	conc_future_cancel(&called_off);
	conc_actors_start(NULL);
	office | (letter){ first };
	conc_actors_stop();
	task(void) t = spawn later();
	add(&savings, 5);	// adds
	look(6);
	join(t);
	_exit(0);
}
