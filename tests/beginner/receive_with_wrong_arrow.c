// SPDX-License-Identifier: MIT
// Receive with wrong arrow.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	channel(int) c = {1};
	int v;
	v >> c;
}
