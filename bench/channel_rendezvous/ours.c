// SPDX-License-Identifier: MIT
// Arguments: processors, items. check: what the sum of all items is off by.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

static void produce(channel(long) *out, long items)
{
	for (long i = 0; i < items; i++) out << i;
	conc_close(out);
}

static long through(long items)
{
	channel(long) c = {};
	task(void) producer = spawn produce(&c, items);
	long item, sum = 0;
	while (item << c) sum += item;
	join(producer);
	return 2 * sum - items * (items - 1);
}

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	long items = atol(argv[2]);
	conc_processors((unsigned)atoi(argv[1]));
	through(items / 10);
	double start = clock_ns();
	long off = through(items);
	report((clock_ns() - start) / (double)items, off);
}
