// SPDX-License-Identifier: MIT
// Join of nothing.
#include <conc.h>
#include <stdio.h>

static int f(void) { return 1; }
int main(void)
{
	task(int) t = spawn f();
	return join();
}
