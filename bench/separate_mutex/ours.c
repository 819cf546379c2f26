// SPDX-License-Identifier: MIT
// Arguments: processors, workers, increments of each. check: what the counter says in the end.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

typedef struct counter { long value; } counter;
typedef struct worker { separate counter *counter; long times; } worker;

static void increment(counter *self) { self->value++; }

static void work(worker *self)
{
	separate counter *c = self->counter;
	for (long i = 0; i < self->times; i++)
		separate (c) { increment(c); }
}

static long run(long n, long times)
{
	separate worker *workers[n];
	long value;
	separate counter *c = new separate counter {};
#ifdef PASSIVE
	conc_set_passive(c);
#endif
	for (long i = 0; i < n; i++) {
		separate worker *w = workers[i] = new separate worker { c, times };
		separate (w) { work(w); }
	}
	for (long i = 0; i < n; i++) {
		separate worker *w = workers[i];
		separate (w) { (void)w->times; } // waits for its work
		delete w;
	}
	separate (c) { value = c->value; }
	delete c;
	return value;
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	long n = atol(argv[2]), times = atol(argv[3]);
	conc_processors((unsigned)atoi(argv[1]));
	run(n, times / 10);
	double start = clock_ns();
	long value = run(n, times);
	report((clock_ns() - start) / (double)(n * times), value);
}
