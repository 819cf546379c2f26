// SPDX-License-Identifier: MIT
// Task without parentheses.
#include <conc.h>
#include <stdio.h>

static int f(void) { return 1; }
int main(void)
{
	task int t = spawn f();
	return join(t);
}
