// SPDX-License-Identifier: MIT
// Guards and heads: in program order, each once; what a false guard removes is not evaluated.
#include <conc.h>
#include <stdio.h>

static int say(const char *what, int value)
{
	printf(" %s", what);
	return value;
}
static channel(int) *which(channel(int) *c, const char *what)
{
	printf(" %s", what);
	return c;
}
static int *at(int *p, const char *what)
{
	printf(" %s", what);
	return p;
}

int main(void)
{
	channel(int) a = {4}, b = {4};
	conc_mutex m = {0};
	int x = 0, y = 0;

	for (int mask = 0; mask < 8; mask++) {
		a << 10;
		printf("%d:", mask);
		when (say("g0", mask & 1)) waituntil (which(&b, "b") << say("v", 7)) { printf(" sent"); }
		or when (say("g1", mask & 2)) waituntil (*at(&x, "x") << which(&a, "a")) { printf(" got %d", x); }
		or when (say("g2", mask & 4)) waituntil (timeout(say("t", 0) * 1ms)) { printf(" late"); }
		or when (say("ge", 1)) else { printf(" else"); }
		printf(" .\n");
		while (conc_count(&a)) y << a;
		while (conc_count(&b)) y << b;
	}
	for (int mask = 0; mask < 8; mask++) {	// a guard before a group, and inside
		printf("%d:", mask);
		when (say("g", mask & 1)) (
			when (say("h", mask & 2)) waituntil (timeout(say("t", 0) * 1ms)) { printf(" 0"); }
			and when (say("i", mask & 4)) ( waituntil (m) { printf(" 1"); } and waituntil (m) { printf(" 2"); } )
		) or waituntil (timeout(say("u", 0) * 1ms)) { printf(" 3"); }
		printf(" .\n");
	}
	{	// what the head took stays, whatever a block does
		int i = 0, v[3] = { 0 }, w = 5;
		channel(int) *c = &a;
		a << 1;
		waituntil (m) { i = 2; c = &b; w = 6; }
		and waituntil (v[i] << c) { printf("%d %d %d %d", i, v[0], v[1], v[2]); }
		and waituntil (c << w) { printf(" sent"); }
		y << a;
		printf(" %d\n", y);
	}
	when (0 > 1) waituntil (a << 3) { puts("no"); }
	when (0 > 1) waituntil (a << 3) { puts("no"); } and when (0 > 1) waituntil (m) { puts("no"); }
	when (0 > 1) (waituntil (a << 3) { puts("no"); } or waituntil (m) { puts("no"); }) or else { puts("nothing left"); }
	printf("%zu\n", conc_count(&a));
	return 0;
}
