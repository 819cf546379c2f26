// SPDX-License-Identifier: MIT
// flags: -Wno-unused-but-set-variable
// A clause whose channel is closed stops the program where nobody asks whether it took place.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel(int) c = {};
	channel(int) d = {};
	int v;
	conc_close(&c);
	puts("before");
	fflush(stdout);
	waituntil (c << 7) { }
	or waituntil (v << d) { }
	puts("after");
}
