/* SPDX-License-Identifier: MIT */
/* quiet(s): at once if nobody has the handler; behind all blocks that were reserved before, open ones among them; with
 * a limit; taken back without a trace; beside other clauses, with `and`; a passive handler. */
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } counter;

static void add(counter *c, int n) { c->n += n; }
static int count(const counter *c) { return c->n; }
static void client(separate counter *s, int n, int sign)
{
	for (int i = 0; i < n; i++) {
		separate (s) add(s, sign);
		if (i % 8 == 0) waituntil (quiet(s)) { } or waituntil (timeout(0s)) { }
		if (i % 16 == 1) waituntil (quiet(s)) { } or else { }
		if (i % 16 == 5) conc_yield();
	}
}

/* Opens a block, logs a call, and ends it when it is told to. */
static void opens(separate counter *s, channel(int) *begun, future(int) *end)
{
	separate (s) {
		add(s, 100);
		begun << 1;
		conc_future_read(end);
		add(s, 1);
	}
}

int main(void)
{
	future(int) end = {};
	channel(int) begun = {};
	separate counter *s = new separate counter {}, *t = new separate counter {}, *u = new separate counter {};
	int seen = 0;

	waituntil (quiet(s)) puts("quiet"); or else puts("busy");

	separate (t) add(t, 1);
	waituntil (quiet(t)) puts("all carried out");
	separate (t) printf("%d\n", count(t));

	scope {
		int one = 0;
		spawn opens(s, &begun, &end);
		one << begun;
		seen += one;
		waituntil (quiet(s)) puts("wrong"); or waituntil (timeout(1ms)) puts("a block is open");
		waituntil (quiet(s)) puts("wrong"); or else puts("busy");
		separate (s) add(s, 1000);
		end << 1;
		waituntil (quiet(s)) seen++;
	}
	separate (s) printf("%d %d\n", count(s), seen);

	/* both, in any order, while others log */
	scope {
		spawn client(s, 200, 1);
		spawn client(s, 200, -1);
		spawn client(t, 200, 2);
		for (int i = 0; i < 50; i++) {
			waituntil (quiet(s)) { conc_yield(); } and waituntil (quiet(t)) { conc_yield(); }
			waituntil (quiet(u)) { } or waituntil (quiet(s)) { }
		}
	}
	separate (s, t) printf("%d %d\n", count(s), count(t));

	conc_set_passive(s);
	scope {
		spawn client(s, 100, 1);
		for (int i = 0; i < 20; i++) waituntil (quiet(s)) { }
	}
	waituntil (quiet(s)) puts("passive");
	separate (s) printf("%d\n", count(s));
	delete s;
	delete t;
	delete u;
}
