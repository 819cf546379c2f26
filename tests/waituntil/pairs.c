// SPDX-License-Identifier: MIT
// Two statements with opposite orders over the same rendezvous channels always agree on one of them;
// and a statement never pairs with itself.
#include <conc.h>
#include <stdio.h>

enum { TIMES = 300 };

static channel(int) a, b;

static void left(int *sum)
{
	int v;
	for (int i = 0; i < TIMES; i++) {
		waituntil (v << a) *sum += v;
		or waituntil (v << b) *sum += 1000 * v;
	}
}

static void right(int *sum)
{
	for (int i = 0; i < TIMES; i++) {
		waituntil (b << 1) *sum += 1000;
		or waituntil (a << 1) *sum += 1;
	}
}

static void both(int *sum, int me)	// sends and receives, either way
{
	int v;
	for (int i = 0; i < TIMES; i++) {
		waituntil (v << a) *sum += v;
		or waituntil (b << me) *sum -= me;
	}
}

static void other(int *sum, int me)
{
	int v;
	for (int i = 0; i < TIMES; i++) {
		waituntil (v << b) *sum += v;
		or waituntil (a << me) *sum -= me;
	}
}

int main(void)
{
	int s[4] = {0};
	{
		task(void) t[] = { spawn left(&s[0]), spawn right(&s[1]), spawn left(&s[2]), spawn right(&s[3]) };
	}
	printf("%d %d\n", s[0] + s[2] == s[1] + s[3], (s[0] + s[2]) % 1000 + (s[0] + s[2]) / 1000);
	int p = 0, q = 0;
	{
		task(void) t = spawn both(&p, 3), u = spawn other(&q, 5);
	}
	printf("%d\n", p + q);
	int v = 0;
	waituntil (a << 1) puts("no"); or waituntil (v << a) puts("no"); or waituntil (timeout(1ms)) puts("not with itself");
	waituntil (v << a) puts("no"); or waituntil (a << 1) puts("no"); or else puts("nor at once");
	return v;
}
