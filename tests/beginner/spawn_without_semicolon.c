// SPDX-License-Identifier: MIT
// Spawn without semicolon.
#include <conc.h>
#include <stdio.h>

static void f(void) { }
int main(void)
{
	spawn f()
	puts("x");
}
