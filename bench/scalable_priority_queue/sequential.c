// SPDX-License-Identifier: MIT
// Plain calls.
#include "bursts.h"

static struct tree queue;

static struct tree *rest(void) { return &queue; }

static struct item *run(struct item *first, uint64_t due)
{
	for (long i = 0; i < burst_items; i += group_items) enqueue(&queue, first + i);
	return take(&queue, due);
}

int main(int argc, char **argv)
{
	if (!bursts_arguments(argc, argv)) return 2;
	queue = preload();
	measure_bursts(run, rest);
}
