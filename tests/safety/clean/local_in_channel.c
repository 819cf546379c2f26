// SPDX-License-Identifier: MIT
// class: escape
// The address of a local variable goes into a channel, and comes back before the block ends.
#include <conc.h>
#include <stdio.h>

static void square_all(channel(int *) *in, channel(int *) *out)
{
	int *p;

	while (p << in) {
		*p *= *p;
		out << p;
	}
}

int main(void)
{
	channel(int *) out = { 1 }, back = { 1 };
	task(void) t = spawn square_all(&out, &back);
	int sum = 0;

	for (int i = 0; i < 8; i++) {
		int n = i, *got;
		out << &n;
		got << back;
		sum += *got;
	}
	conc_close(&out);
	printf("%d\n", sum);
	return sum != 140;
}
