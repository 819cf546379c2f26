// SPDX-License-Identifier: MIT
// Waituntil without parentheses.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	waituntil timeout(1ms) { }
}
