// SPDX-License-Identifier: MIT
// Waituntil else without or.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel(int) c = {1};
	int v;
	waituntil (v << c) { }
	else { }
}
