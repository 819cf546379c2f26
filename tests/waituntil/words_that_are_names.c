// SPDX-License-Identifier: MIT
// Words that are declared as names, in the place of the dialect's.
#include <conc.h>
void g(conc_mutex *m, channel(int) *c, int when, int or, int timeout)
{
	int v;
	_Conc_when (when) waituntil (v << c) { } or when (or) waituntil (*m) { }
	waituntil (*m) { } _Conc_or waituntil (timeout(1ms)) { }
}
