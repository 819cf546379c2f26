// SPDX-License-Identifier: MIT
// Blocking without block.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	blocking puts("x");
}
