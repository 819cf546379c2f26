// SPDX-License-Identifier: MIT
// Spawn without call.
#include <conc.h>
#include <stdio.h>

static void f(void) { }
int main(void)
{
	spawn f;
}
