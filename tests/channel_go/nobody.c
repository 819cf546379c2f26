// SPDX-License-Identifier: MIT
// flags: -Wno-unused-but-set-variable
// flavours: concc gcc clang asan (others have a kernel thread of their own)
// Who waits for a channel that nobody else uses waits for ever; the program stops and says so.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel(int) c = {};
	int v;
	puts("before");
	fflush(stdout);
	waituntil (c << 1) { }
	or waituntil (v << c) { }
	puts("after");
}
