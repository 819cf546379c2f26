// SPDX-License-Identifier: MIT
// Spawn misspelt.
#include <conc.h>
#include <stdio.h>

static void f(void) { }
int main(void)
{
	spwan f();
}
