// SPDX-License-Identifier: MIT
// class: array
// Digits have a byte each. Two threads write the even and the odd ones: neighbours in memory, but different objects.
#include <conc.h>
#include <stdio.h>

enum { DIGITS = 16 };
static unsigned char digits[DIGITS];

static void write_every_other(int from)
{
	for (int i = from; i < DIGITS; i += 2)
		digits[i] = i % 10;
}

int main(void)
{
	int sum = 0;
	{
		task(void) even = spawn write_every_other(0), odd = spawn write_every_other(1);
	}
	for (int i = 0; i < DIGITS; i++)
		sum += digits[i];
	printf("%d\n", sum);
	return sum != 45 + 15;
}
