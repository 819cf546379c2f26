// SPDX-License-Identifier: MIT
// Handlers call handlers: along chains, and back to who called, by a separate pointer, by a function pointer; a handler that
// waits for an answer holds up nobody but its own clients.
#include <conc.h>
#include <stdio.h>

typedef struct collector collector;
typedef struct worker worker;
struct collector { int expected, got; long sum; };
struct worker { separate worker *next; int seen; };
typedef void (*sink)(collector *, long);

static void take(collector *c, long n)
{
	c->got++;
	c->sum += n;
}

static void take_twice(collector *c, long n)
{
	take(c, n);
	c->sum += n;
}

static bool complete(const collector *c) { return c->got == c->expected; }

// one call that is passed along the chain, and answers to the collector at its end
static void along(worker *self, separate collector *to, int hops, long n)
{
	self->seen++;
	if (hops > 0 && self->next) separate (self->next) along(self->next, to, hops - 1, n + 1);
	else separate (to) take(to, n);
}

// questions along the chain: the answer comes back through all of it
static long ask(worker *self, int hops)
{
	self->seen++;
	if (hops == 0 || !self->next) return 1;
	separate (self->next) return 1 + ask(self->next, hops - 1);
}

static void by_pointer(worker *self, separate collector *to, sink f)
{
	self->seen++;
	separate (to) f(to, 3);
}

static void connect(worker *self, separate worker *next) { self->next = next; }
static void expect(collector *c, int n) { c->expected = n, c->got = 0, c->sum = 0; }

static long result(separate collector *c)
{
	separate (c) require (complete(c)) return c->sum;
}

int main(void)
{
	enum { LENGTH = 50, CALLS = 20 };
	separate worker *chain[LENGTH];
	separate collector *c = new separate collector {};
	for (int i = 0; i < LENGTH; i++) {
		chain[i] = new separate worker {};
		if (i) separate (w = chain[i - 1]) connect(w, chain[i]);
	}
	separate (c) expect(c, CALLS);
	for (int i = 0; i < CALLS; i++) separate (w = chain[0]) along(w, c, LENGTH * 2, 0);
	printf("%ld\n", result(c));

	separate (w = chain[0]) printf("%ld %ld\n", ask(w, 10), ask(w, LENGTH));

	separate (c) expect(c, 2 * LENGTH);
	for (int i = 0; i < LENGTH; i++) separate (w = chain[i]) by_pointer(w, c, take), by_pointer(w, c, take_twice);
	printf("%ld\n", result(c));

	int seen = 0;
	for (int i = 0; i < LENGTH; i++) {
		separate (w = chain[i]) seen += w->seen;
		delete chain[i];
	}
	printf("%d\n", seen);
	delete c;
}
