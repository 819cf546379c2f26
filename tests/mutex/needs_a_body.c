// SPDX-License-Identifier: MIT
// Forms that are no mutex statement; what comes after them is read all the same.
#include <conc.h>
static conc_mutex m;
void f(int n)
{
	mutex (m);
	mutex () n++;
	mutex m { n++; }
	mutex (m) n++
}
