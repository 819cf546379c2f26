// SPDX-License-Identifier: MIT
// Arguments: processors, producers (and as many consumers), items, steps of work on each item at either side.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"
#include "../work.h"

static void produce(channel(unsigned long) *out, long first, long step, long items, long steps)
{
	for (long i = first; i < items; i += step) out << work((unsigned long)i, steps);
}

static unsigned long consume(channel(unsigned long) *in, long steps)
{
	unsigned long item, sum = 0;
	while (item << in) sum += work(item, steps);
	return sum;
}

static unsigned long through(long pairs, long items, long steps)
{
	channel(unsigned long) c = {128};
	task(void) producers[pairs];
	task(unsigned long) consumers[pairs];
	unsigned long sum = 0;
	for (long i = 0; i < pairs; i++) producers[i] = spawn produce(&c, i, pairs, items, steps);
	for (long i = 0; i < pairs; i++) consumers[i] = spawn consume(&c, steps);
	for (long i = 0; i < pairs; i++) join(producers[i]);
	conc_close(&c);
	for (long i = 0; i < pairs; i++) sum += join(consumers[i]);
	return sum;
}

int main(int argc, char **argv)
{
	if (argc != 5) return 2;
	long pairs = atol(argv[2]), items = atol(argv[3]), steps = atol(argv[4]);
	conc_processors((unsigned)atoi(argv[1]));
	through(pairs, items / 10, steps);
	double start = clock_ns();
	unsigned long sum = through(pairs, items, steps);
	report((clock_ns() - start) / (double)items, (long long)(sum & 0xffffffffffff));
}
