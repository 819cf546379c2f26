// SPDX-License-Identifier: MIT
// Plain calls; a block is written when it is full.
#include "log.h"

static void run(int file)
{
	struct block *b = new_block();

	for (long i = 0; i < records; i++) {
		serialise(b, (uint32_t)i);
		if (is_full(b) || i == records - 1) {
			append(file, b);
			b->used = 0;
		}
	}
	free(b);
}

int main(int argc, char **argv)
{
	if (!log_arguments(argc, argv)) return 2;
	measure_log(run);
}
