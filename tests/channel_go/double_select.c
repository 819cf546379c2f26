// SPDX-License-Identifier: MIT
// Of the clauses of one statement exactly one takes effect: no number is sent through two of four channels.
#include <conc.h>
#include <stdio.h>

enum { MOST = 20000 };

static void send(channel(int) *c, int n)
{
	for (int i = 0; i < n; i++) {
		waituntil (c[0] << i) { }
		or waituntil (c[1] << i) { }
		or waituntil (c[2] << i) { }
		or waituntil (c[3] << i) { }
	}
	for (int k = 0; k < 4; k++) conc_close(&c[k]);
}

static void pass_on(channel(int) *in, channel(int) *out)
{
	int v;
	while (v << in) out << v;
}

static void all(channel(int) *out, int n)
{
	channel(int) c[4] = { {0} };
	{
		task(void) t[5];
		for (int k = 0; k < 4; k++) t[k] = spawn pass_on(&c[k], out);
		t[4] = spawn send(c, n);
	}
	conc_close(out);
}

int main(void)
{
	static bool seen[MOST];
	channel(int) out = {};
	int n = conc_test_seed() ? 50 : MOST, count = 0, v;
	task(void) others = spawn all(&out, n);
	while (v << out) {
		conc_test_assert(!seen[v]);
		seen[v] = true;
		count++;
	}
	conc_test_assert(count == n);
	puts("ok");
}
