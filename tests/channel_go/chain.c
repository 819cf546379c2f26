// SPDX-License-Identifier: MIT
// Thousands of threads, each with a channel to the left and one to the right, pass one number along.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

static void pass(channel(int) *left, channel(int) *right)
{
	int v;
	v << right;
	left << v;
}

static void start(channel(int) *c)
{
	c << 1;
}

int main(void)
{
	int n = conc_test_seed() ? 30 : 2000, v;
	channel(int) *c = calloc((size_t)n + 1, sizeof *c);
	task(void) *t = calloc((size_t)n, sizeof *t);
	for (int i = 0; i < n; i++) t[i] = spawn pass(&c[i], &c[i + 1]);
	spawn start(&c[n]);
	v << c[0];
	for (int i = 0; i < n; i++) join(t[i]);
	free(t);
	free(c);
	printf("%d\n", v);
}
