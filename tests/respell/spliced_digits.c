// SPDX-License-Identifier: MIT
// flags: -std=gnu2x
// A duration's digits may be grouped across a line splice.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	printf("%d\n", 1'\
000m\
s == 1s);
}
