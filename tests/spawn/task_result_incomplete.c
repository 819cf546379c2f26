// SPDX-License-Identifier: MIT
// What no function can return is no result of a task.
#include <conc.h>

task(struct nowhere) t;
void f(int n)
{
	task(int[n]) u;
}
