// SPDX-License-Identifier: MIT
// Waituntil without block.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel(int) c = {1};
	int v;
	waituntil (v << c);
}
