// SPDX-License-Identifier: MIT
// class: escape
// The address of a block's variable goes into a channel. The next round of the loop has the same variable again.
// concc warns of it: -Wconc-dangling-pointer.
#include <conc.h>
#include <stdio.h>

static int add_up(channel(int *) *in)
{
	int *p, sum = 0;

	while (p << in) {
		conc_yield();
		sum += *p;	/* races */
	}
	return sum;
}

int main(void)
{
	channel(int *) out = { 4 };
	task(int) adder = spawn add_up(&out);

	for (int i = 0; i < 8; i++) {
		int square = i * i;	/* races */
		out << &square;
	}
	conc_close(&out);
	printf("%s\n", join(adder) <= 8 * 64 ? "added" : "too much");
}
