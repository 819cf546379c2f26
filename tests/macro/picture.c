// SPDX-License-Identifier: MIT
#include <conc.h>

#define LOCKED(x) mutex (x) ++*n
#define M m

void f(conc_mutex *m, int *n);

void f(conc_mutex *m, int *n)
{
	mutex (M) *n += 1;
}
