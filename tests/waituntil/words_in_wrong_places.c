// SPDX-License-Identifier: MIT
#include <conc.h>
void f(conc_mutex *m, channel(int) *c);
void f(conc_mutex *m, channel(int) *c)
{
	int v;
	waituntil (v << c);
	waituntil (v << c, v << c) { }
	waituntil () { }
	waituntil { }
	when (v) { v++; }
	fair { v++; }
	waituntil (v << c) { } or fair waituntil (*m) { }
	(waituntil (v << c) { } or waituntil (*m) { }
}
