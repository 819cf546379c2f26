// SPDX-License-Identifier: MIT
// When without waituntil.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	int n = 1;
	when (n) { n = 0; }
}
