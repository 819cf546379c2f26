// SPDX-License-Identifier: MIT
// Arguments: processors, workers of each parity, increments of each. check: the variable's last value.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

typedef struct variable { long value; } variable;
typedef struct worker { separate variable *variable; long parity, times; } worker;

static void increment(variable *self) { self->value++; }

static void work(worker *self)
{
	separate variable *v = self->variable;
	const long parity = self->parity;
	for (long i = 0; i < self->times; i++)
		separate (v) require (v->value % 2 == parity) { increment(v); }
}

static long run(long n, long times)
{
	separate worker *workers[2 * n];
	long value;
	separate variable *v = new separate variable {};
#ifdef PASSIVE
	conc_set_passive(v);
#endif
	for (long i = 0; i < 2 * n; i++) {
		separate worker *w = workers[i] = new separate worker { v, i % 2, times };
		separate (w) { work(w); }
	}
	for (long i = 0; i < 2 * n; i++) {
		separate worker *w = workers[i];
		separate (w) { (void)w->times; } // waits for its work
		delete w;
	}
	separate (v) { value = v->value; }
	delete v;
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
	report((clock_ns() - start) / (double)(2 * n * times), value);
}
