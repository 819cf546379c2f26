// SPDX-License-Identifier: MIT
// Spawn of an unknown function.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	task(void) t = spawn nothing();
}
