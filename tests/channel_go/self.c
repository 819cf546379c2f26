// SPDX-License-Identifier: MIT
// flags: -Wno-unused-but-set-variable
// A statement that could send to itself does not, and two of them always find each other.
#include <conc.h>
#include <stdio.h>

static void meet(channel(int) *c, int me, int n, bool buffered)
{
	for (int i = 0; i < n; i++) {
		int v;
		if (me == 0 || i % 2 == 0) {
			waituntil (c << me) { }
			or waituntil (v << c) conc_test_assert(buffered || v != me);
		} else {
			waituntil (v << c) conc_test_assert(buffered || v != me);
			or waituntil (c << me) { }
		}
	}
}

static void alone(void)
{
	channel(int) c = {};
	int v;
	bool waited = false;
	waituntil (c << 1) conc_test_assert(!"sent to itself");
	or waituntil (v << c) conc_test_assert(!"received from itself");
	or waituntil (timeout(1ms)) waited = true;
	conc_test_assert(waited);
}

int main(void)
{
	int n = conc_test_seed() ? 10 : 1000;
	for (int capacity = 0; capacity <= 10; capacity += 10) {
		channel(int) c;
		conc_channel_init(&c, capacity);
		task(void) a = spawn meet(&c, 0, n, capacity), b = spawn meet(&c, 1, n, capacity);
	}
	alone();
	puts("ok");
}
