// SPDX-License-Identifier: MIT
// _Conc_unchecked leaves nothing behind.
#include <conc.h>

static long n;
static _Thread_local int depth;

void f(int times)
{
	_Conc_unchecked { n++; }
	if (times) _Conc_unchecked { n += times; } else _Conc_unchecked { n--; depth++; }
	for (int i = 0; i < times; i++) _Conc_unchecked {
		if (n > 3) break;
		n++;
	}
}
