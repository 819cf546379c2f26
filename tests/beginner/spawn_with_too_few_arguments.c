// SPDX-License-Identifier: MIT
// Spawn with too few arguments.
#include <conc.h>
#include <stdio.h>

static int f(int a, int b) { return a + b; }
int main(void)
{
	task(int) t = spawn f(1);
	return join(t);
}
