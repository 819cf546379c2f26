// SPDX-License-Identifier: MIT
// The fair form takes clauses that are all ready about equally often, in receives and in sends; the plain
// form takes the first.
#include <conc.h>
#include <stdio.h>

enum { TRIALS = 1000 };

static int fairly(channel(int) *a, channel(int) *b)
{
	channel(int) never = {}, nowhere = {};
	int from_a = 0;
	for (int i = 0, v = 0; i < TRIALS; i++) {
		fair waituntil (v << never) { }
		or waituntil (v << nowhere) { }
		or waituntil (v << a) from_a += v;
		or waituntil (v << b) { }
	}
	return from_a;
}

static int in_order(channel(int) *a, channel(int) *b)
{
	int from_a = 0;
	for (int i = 0, v = 0; i < TRIALS / 2; i++) {
		waituntil (v << a) from_a += v;
		or waituntil (v << b) { }
	}
	return from_a;
}

static void take(channel(int) *c, int *ones)
{
	for (int i = 0, v; i < TRIALS; i++) {
		conc_yield();
		v << c;
		*ones += v;
	}
}

static int ones_sent(int capacity)
{
	channel(int) c;
	conc_channel_init(&c, capacity);
	int ones = 0;
	task(void) other = spawn take(&c, &ones);
	for (int i = 0; i < TRIALS; i++) {
		fair waituntil (c << 1) { }
		or waituntil (c << 0) { }
	}
	join(other);
	return ones;
}

int main(void)
{
	channel(int) a = {2 * TRIALS}, b = {2 * TRIALS};
	for (int i = 0; i < 2 * TRIALS; i++) {
		a << 1;
		b << 2;
	}
	int n = fairly(&a, &b);
	conc_test_assert(n > TRIALS / 4 && n < TRIALS * 3 / 4);
	conc_test_assert(in_order(&a, &b) == TRIALS / 2);
	for (int capacity = 0; capacity <= TRIALS; capacity += TRIALS) {
		n = ones_sent(capacity);
		conc_test_assert(n > TRIALS / 4 && n < TRIALS * 3 / 4);
	}
	puts("ok");
}
