// SPDX-License-Identifier: MIT
// The same with a lock beside the words.
// Arguments: processors, threads, operations of all threads, how many of them for a write (0: none writes).
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"
#include "table.h"

struct table { conc_rw_lock lock; long word[WORDS]; };
typedef struct table table;

static int is_torn(table *t) { mutex (conc_reading(&t->lock)) return table_is_torn(t->word); }
static void increment(table *t) { mutex (t->lock) table_write(t->word); }

static long work(table *t, long operations, long every)
{
	long torn = 0;
	for (long i = 1; i <= operations; i++) {
		if (every && i % every == 0) increment(t);
		else torn += is_torn(t);
	}
	return torn;
}

static long long through(long threads, long operations, long every)
{
	static table t;
	task(long) workers[threads];
	long torn = 0, before = t.word[0];
	for (long i = 0; i < threads; i++) workers[i] = spawn work(&t, operations / threads, every);
	for (long i = 0; i < threads; i++) torn += join(workers[i]);
	return (t.word[0] - before) * 1000 + torn;
}

int main(int argc, char **argv)
{
	if (argc != 5) return 2;
	long threads = atol(argv[2]), operations = atol(argv[3]), every = atol(argv[4]);
	conc_processors((unsigned)atoi(argv[1]));
	through(threads, operations / 10, every);
	double start = clock_ns();
	long long check = through(threads, operations, every);
	report((clock_ns() - start) / (double)operations, check);
}
