// SPDX-License-Identifier: MIT
// An array or a const object cannot be locked.
#include <conc.h>

static conc_mutex locks[3];
monitor account { long balance; };

void f(const account *a)
{
	mutex (locks) (void)a;
	mutex (a) (void)a;
}
