// SPDX-License-Identifier: MIT
// Scope without block.
#include <conc.h>
#include <stdio.h>

static void f(void) { }
int main(void)
{
	scope
	spawn f();
}
