// SPDX-License-Identifier: MIT
// Waituntil misspelt.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	wait_until (timeout(1ms)) { }
}
