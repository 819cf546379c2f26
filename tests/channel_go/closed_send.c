// SPDX-License-Identifier: MIT
// A send into a closed channel whose success nobody asks for stops the program.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel(int) c = {};
	conc_close(&c);
	puts("before");
	fflush(stdout);
	c << 7;
	puts("after");
}
