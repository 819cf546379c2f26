// SPDX-License-Identifier: MIT
// Handler code is code like any other: it may use mutexes and conditions, channels and futures, waituntil, spawn and scopes,
// actors, blocking calls and sleep; and actors and threads may be clients.
#include <conc.h>
#include <stdio.h>

typedef struct { long sum; int calls; } worker;
monitor board { long sum; conc_condition changed; };
actor reporter { separate worker *to; long got; };
message number { long n; };
message ask_for { future(long) *reply; };
thread client { separate worker *w; board *b; int n; };

static channel(long) numbers = { 3 }, back = {};
static future(long) last = {};
static board totals;
static reporter *boss;

static void nap(void) { conc_sleep(1us); }
receive (reporter *self, number *m);
static long twice(long n) { return 2 * n; }
static void add(worker *self, long n) { self->sum += n, self->calls++; }

static void locked(worker *self, long n)
{
	mutex (totals) {
		totals.sum += n;
		conc_broadcast(&totals.changed);
	}
	self->calls++;
}

static void channels(worker *self, int count)
{
	for (int i = 0; i < count; i++) {
		long x;
		x << numbers;
		back << (x + 1);
		self->sum += x;
	}
	waituntil (timeout(1us)) self->calls++;
}

static void spawns(worker *self, long n)
{
	task(long) t = spawn twice(n), u = spawn twice(n + 1);
	scope {
		spawn nap();
	}
	self->sum += join(t) + join(u);
	blocking { self->calls++; }
	*boss | (number){ self->sum };
}

static void finish(worker *self) { last << self->sum; }

receive (reporter *self, number *m)
{
	self->got += m->n;
	separate (self->to) add(self->to, 1000);
}

receive (reporter *self, ask_for *m)
{
	separate (self->to) *m->reply << (self->to->sum + self->got);
}

void main(client *self)
{
	for (int i = 0; i < 10; i++) separate (self->w) locked(self->w, self->n);
}

int main(void)
{
	conc_actors_start(NULL);
	separate worker *w = new separate worker {}, *v = new separate worker {};
	boss = new reporter { w };
	{
		client c[3] = { { w, &totals, 1 }, { v, &totals, 10 }, { w, &totals, 100 } };
		mutex (totals) while (totals.sum < 1110) conc_wait(&totals.changed, &totals);
	}
	mutex (totals) printf("%ld\n", totals.sum);
	separate (w) channels(w, 5);
	for (long i = 1, x; i <= 5; i++) {
		numbers << i;
		x << back;
		if (x != i + 1) puts("wrong");
	}
	separate (w, v) spawns(w, 5), spawns(v, 50);
	future(long) reply = {};
	separate (w) require (w->sum >= 2000) {}
	*boss | (ask_for){ &reply };
	long x;
	x << reply;
	separate (v) finish(v);
	long y;
	y << last;
	separate (w) printf("%ld %ld %d\n", x, y, w->calls);
	*boss | finished_message;
	conc_actors_stop();
	delete boss;
	delete w;
	delete v;
}
