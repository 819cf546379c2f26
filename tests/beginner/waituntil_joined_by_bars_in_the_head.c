// SPDX-License-Identifier: MIT
// Waituntil joined by bars in the head.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel(int) c = {1}, d = {1};
	int v;
	waituntil (v << c, v << d) { }
}
