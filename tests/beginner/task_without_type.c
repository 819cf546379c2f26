// SPDX-License-Identifier: MIT
// Task without type.
#include <conc.h>
#include <stdio.h>

static int f(void) { return 1; }
int main(void)
{
	task() t = spawn f();
	return join(t);
}
