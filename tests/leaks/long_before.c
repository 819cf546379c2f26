// SPDX-License-Identifier: MIT
// flavours: concc gcc clang
// processors: 1
// The caller ran for so long, while others were ready, that its slot was given away. It is told all the same, again
// and again.
#include <conc.h>
#include <stdio.h>
#include <time.h>

static void works(channel(int) *c) { *c << 1; }
static void gives_up(void) { spawn works(new channel(int) {}); }

static void computes(void)
{
	struct timespec start, now;
	clock_gettime(CLOCK_MONOTONIC, &start);
	do clock_gettime(CLOCK_MONOTONIC, &now);
	while ((now.tv_sec - start.tv_sec) * 1000000000 + (now.tv_nsec - start.tv_nsec) < 100000000);
}

int main(void)
{
	spawn gives_up();
	computes();
	printf("%d\n", conc_report_leaks());
	computes();
	printf("%d\n", conc_report_leaks());
}
