// SPDX-License-Identifier: MIT
// Send without semicolon.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel(int) c = {1};
	c << 1
	int v;
	v << c;
}
