// SPDX-License-Identifier: MIT
// Arguments: what, processors, times. Nanoseconds. check: how many calls were lost.
#include <conc.h>
#include <stdlib.h>
#include <string.h>
#include "../clock.h"

typedef struct counter { long value; } counter;

static void add(counter *c, long by) { c->value += by; }

// No compiler sees that two calls yield the same.
__attribute__((noinline)) static long get(const counter *c)
{
	__asm__ volatile("");
	return c->value;
}

// Blocks of so many calls, and a query at the end of each; "logging": until the client has logged the last.
static double call(separate counter *c, long times, long *total)
{
	enum { BLOCK = 10000 };
	double start = clock_ns(), logging = 0;
	for (long done = 0; done < times; done += BLOCK)
		separate (c) {
			const double before = clock_ns();
			for (long i = 0; i < BLOCK; i++) add(c, 1);
			logging += clock_ns() - before;
			*total = get(c);
		}
	printf("logging %.4f\n", logging / (double)times);
	return clock_ns() - start;
}

// Each query waits for the call before it.
static double round_trip(separate counter *c, long times, long *total)
{
	double start = clock_ns();
	separate (c) {
		for (long i = 0; i < times; i++) {
			add(c, 1);
			*total = get(c);
		}
	}
	return clock_ns() - start;
}

static double reserve(separate counter *c, long times, long *total)
{
	double start = clock_ns();
	for (long i = 0; i < times; i++)
		separate (c) { add(c, 1); }
	separate (c) { *total = get(c); }
	return clock_ns() - start;
}

__attribute__((noinline)) static double plain(const counter *c, long times, long *total)
{
	double start = clock_ns();
	for (long i = 0; i < times; i++) *total += get(c);
	return clock_ns() - start;
}

// The first time through the loop is not synchronised, so each looks whether it is: no static removal here.
__attribute__((noinline)) static double query(separate counter *c, long times, long *total)
{
	double start = clock_ns();
	separate (c) {
		for (long i = 0; i < times; i++) *total += get(c);
	}
	return clock_ns() - start;
}

// What a query costs more than a plain call, by turns.
static double query_over_plain(separate counter *c, long times, long *total)
{
	enum { TURNS = 10 };
	const counter one = { 1 };
	double more = 0;
	*total = 0;
	for (int i = 0; i < TURNS; i++) {
		long queries = 0, calls = 0;
		more += query(c, times / TURNS, &queries) - plain(&one, times / TURNS, &calls);
		*total += queries == calls ? times / TURNS : 0;
	}
	return more;
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	const char *what = argv[1];
	long times = atol(argv[3]), total = 0;
	conc_processors((unsigned)atoi(argv[2]));
	separate counter *c = new separate counter {};
	double (*run)(separate counter *, long, long *) = !strcmp(what, "call") ? call
		: !strcmp(what, "round") ? round_trip : !strcmp(what, "query") ? query_over_plain : reserve;
	long warm = times / 10;
	if (!strcmp(what, "passive")) conc_set_passive(c);
	if (run == query_over_plain) {
		separate (c) { add(c, 1); }
		warm = 0;
	}
	run(c, warm ? warm : times / 10, &total);
	double took = run(c, times, &total);
	report(took / (double)times, total - times - warm);
}
