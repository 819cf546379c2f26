// SPDX-License-Identifier: MIT
// A null pointer, and a name that nobody declared.
#include <conc.h>
void f(int n)
{
	mutex ((conc_mutex *)0) n++;
	mutex (nosuch) n++;
}
