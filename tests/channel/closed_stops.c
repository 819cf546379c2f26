// SPDX-License-Identifier: MIT
// A failed operation whose value is unused stops the program, with the line of the operation.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel(int) c = {1};
	int x;
	conc_close(&c);
	(void)(c << 1);
	(void)(x << c);
	puts("nothing happened");
	fflush(stdout);
	x << c;
	puts("never");
}
