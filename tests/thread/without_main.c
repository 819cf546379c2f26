// SPDX-License-Identifier: MIT
// A thread type without a start routine cannot have objects.
#include <conc.h>

thread worker { int n; };

void f(void)
{
	worker w = { 1 };
	join(w);
	delete new worker { 2 };
}
