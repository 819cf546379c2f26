// SPDX-License-Identifier: MIT
#include <conc.h>
typedef int pair;
void f(conc_mutex *m, channel(int) *c, int n, separate int *s);
void f(conc_mutex *m, channel(int) *c, int n, separate int *s)
{
	int v;
	mutex (*m) { v = 1; }
	or waituntil (v << c) { }
	v = 2;
	and when (n) waituntil (v << c) v++;
	if (v) { }
	or else { }
	for (;;) { }
	|| waituntil (v << c) { }
	waituntil (v << c) { } or { v = 1; }
	waituntil (v << c) { } and v = 1;
	waituntil (v << c) { } or when (v) { v = 1; }
	waituntil (v << c) { } else { v = 1; }
	if (n) waituntil (v << c) { } else v = 2;
	waituntil (v << c) { } or waituntil (separate (s) require (*s > 0)) { } or waituntil (timeout(1s)) { }
}
or waituntil (m) { }
