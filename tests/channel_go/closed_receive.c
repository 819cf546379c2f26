// SPDX-License-Identifier: MIT
// flags: -Wno-unused-but-set-variable
// A receive from a closed channel whose success nobody asks for stops the program.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel(int) c = {};
	int v;
	conc_close(&c);
	puts("before");
	fflush(stdout);
	v << c;
	puts("after");
}
