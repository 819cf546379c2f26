// SPDX-License-Identifier: MIT
// The statement wherever a statement may stand, and every statement as its block.
#include <conc.h>
#include <stdio.h>
#include "clauses.h"

static conc_mutex m, n;
static channel(int) c = {16}, none;

static int pick(int i)
{
	int v = 0;
	if (i == 0) waituntil (v << c) return v; or waituntil (v << none) return -1;
	else if (i == 1) waituntil (m) v = 1; and waituntil (n) v += 2;
	else waituntil (v << none) return -1; or else return -2;
	switch (i) {
	case 1: waituntil (v << c) v++; or waituntil (v << none) v--;
		// fall through
	case 2: l: waituntil (m) if (v < 5) v++; else v += 2; or waituntil (n) v = 0;
		if (v % 7) goto l;
	default: ;
	}
	return v;
}

static void nested(void)
{
	int v, w;
	c << 1;
	c << 2;
	waituntil (v << c) {
		waituntil (w << c) {
			waituntil (m) printf("%d %d m\n", v, w);
			or waituntil (n) puts("no");
		}
		and waituntil (n) { waituntil (m) { puts("n m"); } }
		or waituntil (v << none) { puts("no"); }
	}
	and waituntil (m) { waituntil (v << none) {} or else puts("else inside"); }
}

#define EITHER(a, b, ...) waituntil (a) { __VA_ARGS__ } or waituntil (b) { __VA_ARGS__ }
#define LATE(d) waituntil (timeout(d))
#define ORDINARY 5

int main(void)
{
	int v = 0, x[2] = { 0 };
	c << 40;
	printf("%d\n", pick(0));
	c << 3;
	printf("%d\n", pick(1));
	printf("%d\n", pick(2));
	nested();
	for (int i = 0; i < 3; i++) waituntil (m) printf("for %d\n", i); or waituntil (n) puts("no");
	while (v < 2) waituntil (m) { v++; }
	do waituntil (m) v--; while (v);
	waituntil (m) for (;;) { if (++v > 3) break; } or waituntil (n) v = 0;
	waituntil (m) switch (v) { case 4: puts("switch"); break; default: puts("no"); }
	waituntil (m) do v--; while (v);
	waituntil (m) mutex (n) puts("mutex"); and waituntil (n) { mutex (m) { puts("mutex"); } }
	waituntil (m) waituntil (n) puts("both"); and waituntil (n) puts("whose"); and waituntil (n) puts("is it");
	waituntil (m) { goto inner; inner: puts("label"); } or waituntil (n) v = 9;
	waituntil (m) { }
	{ waituntil (m) { int w = 3; printf("%d\n", w); } }
	waituntil (((m))) puts("parentheses");
	c << ORDINARY;
	waituntil ((x[(1)]) << (c)) printf("%d\n", x[1]);
	waituntil (((v << c))) puts("no"); or LATE(0ns) puts("late");
	EITHER (m, n, puts("macro");)
	EITHER (n, m, for (;;) { puts("macro"); break; })
	c << 8;
	printf("%d\n", next_of(&c));
	printf("%d\n", next_of(&none));
	waituntil			// layout stays
		(m)		/* of all */
	{
		printf("%d\n", __LINE__);
	}
	and
	waituntil (n) /* also */ { printf("%d\n", __LINE__); } or	// a word at the end of a line
		when (v > 100)
		waituntil (timeout(
			1s
		)) { puts("no"); }
	printf("%d\n", __LINE__);
	_Conc_waituntil (m) { puts("_Conc"); } _Conc_and _Conc_when (1) _Conc_waituntil (n) { puts("_Conc"); } _Conc_or else { puts("no"); }
	_Conc_fair _Conc_waituntil (_Conc_timeout(0ns)) { puts("fair"); }
	return v;
}
