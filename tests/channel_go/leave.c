// SPDX-License-Identifier: MIT
// break in a block of the statement leaves the loop around it, as everywhere in C; with one, two and three
// clauses.
#include <conc.h>
#include <stdio.h>

static void send(channel(int) *c)
{
	while (c << 5) { }
}

int main(void)
{
	channel(int) c = {};
	task(void) sender = spawn send(&c);
	int v;
	do {
		waituntil (v << c) break;
		conc_test_assert(!"not reached");
	} while (true);
	for (;;) {
		waituntil (v << c) break;
		or else continue;
		conc_test_assert(!"not reached");
	}
	for (;;) {
		waituntil (v << c) { break; }
		or waituntil (c << 10) conc_test_assert(!"nobody receives");
		or else { continue; }
		conc_test_assert(!"not reached");
	}
	for (;;) {
		when (v == 0) waituntil (v << c) { }
		or else break;
		conc_test_assert(!"not reached");
	}
	conc_close(&c);
	puts("ok");
}
