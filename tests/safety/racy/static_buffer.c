// SPDX-License-Identifier: MIT
// class: shared
// A function formats a name into a static local buffer and returns its address. Two threads get the same buffer.
// After DataRaceBench 090.
#include <conc.h>
#include <stdio.h>

static const char *name(int number)
{
	static char text[2];

	text[0] = 'a' + number;	/* races */
	return text;
}

static int greet(int number)
{
	const char *mine = name(number);

	conc_yield();
	return mine[0] == 'a' + number;	/* races */
}

int main(void)
{
	task(int) one = spawn greet(1), two = spawn greet(2);

	printf("%d\n", join(one) + join(two) <= 2);
}
