// SPDX-License-Identifier: MIT
// Arguments: processors, channels (2, 4 or 8), items. check: what the sum of all items is off by.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

#ifndef ORDER
#define ORDER // the plain form: of the clauses that are ready, the first
#endif

static void produce_2(channel(long) *c, long items)
{
	for (long i = 0; i < items; i++) {
		ORDER waituntil (c[0] << i) { }
		or waituntil (c[1] << i) { }
	}
}

static long consume_2(channel(long) *c, long items)
{
	long item, sum = 0;
	for (long i = 0; i < items; i++) {
		ORDER waituntil (item << c[0]) sum += item;
		or waituntil (item << c[1]) sum += item;
	}
	return sum;
}

static void produce_4(channel(long) *c, long items)
{
	for (long i = 0; i < items; i++) {
		ORDER waituntil (c[0] << i) { }
		or waituntil (c[1] << i) { }
		or waituntil (c[2] << i) { }
		or waituntil (c[3] << i) { }
	}
}

static long consume_4(channel(long) *c, long items)
{
	long item, sum = 0;
	for (long i = 0; i < items; i++) {
		ORDER waituntil (item << c[0]) sum += item;
		or waituntil (item << c[1]) sum += item;
		or waituntil (item << c[2]) sum += item;
		or waituntil (item << c[3]) sum += item;
	}
	return sum;
}

static void produce_8(channel(long) *c, long items)
{
	for (long i = 0; i < items; i++) {
		ORDER waituntil (c[0] << i) { }
		or waituntil (c[1] << i) { }
		or waituntil (c[2] << i) { }
		or waituntil (c[3] << i) { }
		or waituntil (c[4] << i) { }
		or waituntil (c[5] << i) { }
		or waituntil (c[6] << i) { }
		or waituntil (c[7] << i) { }
	}
}

static long consume_8(channel(long) *c, long items)
{
	long item, sum = 0;
	for (long i = 0; i < items; i++) {
		ORDER waituntil (item << c[0]) sum += item;
		or waituntil (item << c[1]) sum += item;
		or waituntil (item << c[2]) sum += item;
		or waituntil (item << c[3]) sum += item;
		or waituntil (item << c[4]) sum += item;
		or waituntil (item << c[5]) sum += item;
		or waituntil (item << c[6]) sum += item;
		or waituntil (item << c[7]) sum += item;
	}
	return sum;
}

static long through(long channels, long items)
{
	channel(long) c[8] = { {128}, {128}, {128}, {128}, {128}, {128}, {128}, {128} };
	task(void) producer;
	if (channels == 2) producer = spawn produce_2(c, items);
	else if (channels == 4) producer = spawn produce_4(c, items);
	else producer = spawn produce_8(c, items);
	long sum = channels == 2 ? consume_2(c, items) : channels == 4 ? consume_4(c, items) : consume_8(c, items);
	join(producer);
	return 2 * sum - items * (items - 1);
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	long channels = atol(argv[2]), items = atol(argv[3]);
	conc_processors((unsigned)atoi(argv[1]));
	through(channels, items / 10);
	double start = clock_ns();
	long off = through(channels, items);
	report((clock_ns() - start) / (double)items, off);
}
