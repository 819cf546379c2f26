// SPDX-License-Identifier: MIT
// In debug mode an order of nested locks that was ever seen inverted is reported, with both lines.
#include <conc.h>
#include <stdio.h>

static conc_mutex a, b;

int main(void)
{
	mutex (a)
		mutex (b) puts("a, b");
	mutex (b)
		mutex (a) puts("b, a");
}
