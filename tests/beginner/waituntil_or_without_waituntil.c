// SPDX-License-Identifier: MIT
// Waituntil or without waituntil.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel(int) c = {1};
	int v;
	waituntil (v << c) { }
	or (timeout(1ms)) { }
}
