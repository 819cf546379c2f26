#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

#define LOCKED(x) mutex (x) ++*n
#define M m

void f(conc_mutex *m, int *n);

void f(conc_mutex *m, int *n)
{
	{ CONC_HOLD(1, conc_mutex, M); *n += 1; }
}
