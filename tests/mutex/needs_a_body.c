// SPDX-License-Identifier: MIT
// Forms that are no mutex statement, and what comes after them is read all the same.
#include <conc.h>
static conc_mutex m;
void f(int n)
{
	mutex (m);
	mutex () n++;
	mutex m { n++; }
	mutex ((conc_mutex *)0) n++;
	mutex (nosuch) n++;
}
