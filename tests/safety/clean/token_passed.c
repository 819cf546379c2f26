// SPDX-License-Identifier: MIT
// class: publish
// Threads pass a token round by channels. Who holds it may change the total.
// After SCTBench CS.token_ring, mended.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 3, ROUNDS = 3 };
static int total;

thread member { int number; channel(int) *from, *to; };

void main(member *self)
{
	for (int round = 0; round < ROUNDS; round++) {
		int token;
		token << self->from;
		total += self->number;
		self->to << token + 1;
	}
}

int main(void)
{
	channel(int) c[THREADS] = { { 1 }, { 1 }, { 1 } };
	{
		member m[THREADS] = { { 0, &c[0], &c[1] }, { 1, &c[1], &c[2] }, { 2, &c[2], &c[0] } };
		c[0] << 0;
	}
	int passed = conc_receive(&c[0]);
	printf("%d, passed %d times\n", total, passed);
	return total != 9 || passed != 9;
}
