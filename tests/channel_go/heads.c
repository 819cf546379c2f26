// SPDX-License-Identifier: MIT
// The values of sends are computed once each and in order, before anything is taken, also those of clauses
// that are not taken; those of clauses that are switched off are not.
#include <conc.h>
#include <stdio.h>

static unsigned calls, shift;

static unsigned value(void)
{
	calls++;
	return 1u << shift;
}

static int send(channel(unsigned) *a, channel(unsigned) *b, bool to_b)
{
	bool to_a = true, more = true;
	int sent = 0;
	for (; more; shift++) {
		when (to_a) waituntil (a << value()) { sent++; to_a = false; }
		or when (to_b) waituntil (b << value()) { sent++; to_b = false; }
		or else more = false;
	}
	return sent;
}

int main(void)
{
	channel(unsigned) a = {1}, b = {1};
	unsigned x, y;
	int sent = send(&a, &b, true);
	x << a;
	y << b;
	printf("%d sent, %u %u, %u calls\n", sent, x, y, calls);
	shift = calls = 0;
	sent = send(&a, &b, false);
	x << a;
	printf("%d sent, %u, %u calls\n", sent, x, calls);
}
