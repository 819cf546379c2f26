#line 1 "picture.c"
// SPDX-License-Identifier: MIT
// _Conc_unchecked leaves nothing behind.
#include <conc.h>

static long n;
static _Thread_local int depth;

void f(int times)
{
	{ n++; }
	if (times) { n += times; } else { n--; depth++; }
	for (int i = 0; i < times; i++) {
		if (n > 3) break;
		n++;
	}
}
