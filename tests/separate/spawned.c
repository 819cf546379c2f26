// SPDX-License-Identifier: MIT
// spawn separate: calls on several handlers, in the order in which each client has spawned them.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

enum { TIMES = 300, OBJECTS = 5 };

typedef struct cell { long value, last[4], wrong; separate struct cell *other; } cell;
typedef struct large { char bytes[5000]; } large;
typedef struct small { char bytes[100]; } small;

static void set(cell *c, long n) { c->value = n; }
static void move(cell *from, cell *to, long n) { from->value -= n; to->value += n; }
static void pass(cell *from, cell *to, int client, long turn)
{
	from->wrong += from->last[client] >= turn;
	to->wrong += to->last[client] >= turn;
	from->last[client] = to->last[client] = turn;
}
static long total(const cell *a, const cell *b, const cell *c) { return a->value + b->value + c->value; }
static void fill(cell *c, large l, small s) { c->value = l.bytes[4999] + s.bytes[99]; }


static separate cell *objects[OBJECTS];

static void client(int number)
{
	unsigned x = (unsigned)number * 7919;
	for (long turn = 1; turn <= TIMES; turn++) {
		x = x * 1664525 + 1013904223;
		separate cell *a = objects[x >> 8 & 3], *b = objects[(x >> 8 & 3) + 1];
		if (x >> 16 & 1) spawn separate (a, b) pass(a, b, number, turn);
		else spawn separate (b, a) pass(a, b, number, turn);
		if (x >> 17 & 1) separate (a, b) pass(a, b, number, ++turn);	// a block comes behind it
	}
}

static void *foreign(void *unused) { return client(3), unused; }

// What a spawned call does with its objects, and with others.
static void inside(cell *c, separate cell *self, separate cell *other)
{
	separate (self) self->value += 1;	// enters again
	separate (self, other) { move(self, other, 1); set(other, 5); }
	c->value += 10;
	spawn separate (self) move(self, self, 0);	// behind this call
	spawn separate (self, other) move(self, other, 100);
}

static void waits(cell *c, long n)
{
	conc_sleep(1ms);
	c->value += n;
}

static void chain(cell *c, separate cell *self, separate cell *next, int left)
{
	c->value++;
	if (left) spawn separate (next) chain(next, next, self, left - 1);
	else printf("the end of main waited: %ld\n", c->value);
}

static long slow(cell *c, cell *d)
{
	conc_sleep(1ms);
	long sum = c->value + d->value;
	c->value++;
	return sum;
}

static void until_cancelled(cell *c)
{
	while (!conc_cancelled()) conc_sleep(1ms);
	c->value = -1;
}

int main(void)
{
	for (int i = 0; i < OBJECTS; i++) objects[i] = new separate cell { 0 };
	separate cell *a = objects[0], *b = objects[1], *c = objects[2];
	separate cell *same = new separate(a) cell { 0 };
	spawn separate (a) set(a, 100);
	spawn separate (a, b) move(a, b, 30);
	spawn separate (a, same, b) move(same, b, 1);	// two of one handler
	spawn separate (b, c) move(b, c, 11);
	separate (a, b, c, same) printf("%ld %ld %ld %ld, %ld\n", a->value, b->value, c->value, same->value, total(a, b, c));

	pthread_t kernel;
	pthread_create(&kernel, NULL, foreign, NULL);
	scope { for (int i = 0; i < 3; i++) spawn client(i); }
	blocking { pthread_join(kernel, NULL); }
	long wrong = 0;
	for (int i = 0; i < OBJECTS; i++) separate (o = objects[i]) wrong += o->wrong;
	printf("%ld out of order\n", wrong);

	separate (a, b) { a->value = b->value = 0; }
	spawn separate (a) inside(a, a, b);
	waituntil (quiet(a)) { }
	waituntil (quiet(a)) { }
	separate (a, b) printf("%ld %ld\n", a->value, b->value);

	large l = { .bytes[4999] = 40 };
	small s = { .bytes[99] = 2 };
	spawn separate (a) fill(a, l, s);
	separate (a) printf("%ld\n", a->value);

	conc_set_passive(a);
	spawn separate (a, b) waits(a, 1);
	separate (a) printf("passive: %ld\n", a->value);
	conc_set_active(a);

	separate (c) c->value = 7;
	task(long) t = spawn separate (a, b) slow(a, b), u = spawn separate (a, c) slow(c, a), v;
	v = spawn separate (x = objects[2]) slow(x, x);
	printf("%ld %ld %ld\n", join(t), join(u), join(v));
	scope {
		for (int i = 0; i < 20; i++) spawn separate (a, b) waits(b, 1);
		spawn separate (o = objects[2], a) waits(o, 3);
	}
	separate (b, c) printf("after the scope: %ld %ld\n", b->value, c->value);
	scope (k) {
		spawn separate (a) until_cancelled(a);
		spawn separate (a, b) until_cancelled(b);	// cancelled before it begins
		conc_cancel(k);
	}
	separate (a, b) printf("%ld %ld\n", a->value, b->value);

	spawn separate (a) set(a, 0);
	spawn separate (b) set(b, 0);
	spawn separate (a) chain(a, a, b, 100);	// main waits for all of it
	for (int i = 2; i < OBJECTS; i++) delete objects[i];
	delete same;
}
