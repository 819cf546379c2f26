// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan aarch64 (TSan does not count memory; a seed may let main run before all that is ready)
// Objects that a thread makes, uses and deletes again and again end as fast as they are made, also where it never
// waits, and where others always have something to do: what is in use does not grow with the number of turns.
#include <conc.h>
#include <malloc.h>
#include <stdio.h>

enum { TURNS = 2000, ROOM = 300 * 1024, YIELDERS = 3 };

typedef struct { long n; } box;

static _Atomic bool stop;

static void up(box *b, long k) { b->n += k; }
static long value(const box *b) { return b->n; }
static void yielder(void) { while (!stop) conc_yield(); }

static long called(void)
{
	separate box *b = new separate box {};
	separate (b) up(b, 1);
	delete b;
	return 1;
}

static long asked(void)
{
	separate box *b = new separate box {};
	long n;
	separate (b) {
		up(b, 1);
		n = value(b);
	}
	delete b;
	return n;
}

static long untouched(void)
{
	separate box *b = new separate box {};
	delete b;
	return 1;
}

static long two_on_one(void)
{
	separate box *b = new separate box {}, *c = new separate (b) box {};
	separate (b, c) {
		up(b, 1);
		up(c, 1);
	}
	delete b;
	delete c;
	return 1;
}

static void grows(const char *what, long (*turn)(void))
{
	long sum = 0;

	for (int i = 0; i < TURNS; i++) sum += turn();
	size_t before = mallinfo2().uordblks;
	for (int i = 0; i < TURNS; i++) sum += turn();
	size_t after = mallinfo2().uordblks;
	if (sum != 2 * TURNS) printf("%s: %ld\n", what, sum);
	if (after > before + ROOM) printf("%s: %zu bytes more after %d turns\n", what, after - before, TURNS);
}

static void all(void)
{
	grows("called", called);
	grows("asked", asked);
	grows("untouched", untouched);
	grows("two on one", two_on_one);
}

int main(void)
{
	all();
	scope {
		for (int i = 0; i < YIELDERS; i++) spawn yielder();
		all();
		stop = true;
	}
	printf("ended\n");
}
