// SPDX-License-Identifier: MIT
// Timeout without unit.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	waituntil (timeout(100)) { }
}
