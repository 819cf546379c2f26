// SPDX-License-Identifier: MIT
#include <conc.h>
void f(conc_mutex *m, channel(int) *c);
void g(conc_mutex *m, channel(int) *c, int when, int or, int timeout);
void h(conc_mutex *m, channel(int) *c);
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
void g(conc_mutex *m, channel(int) *c, int when, int or, int timeout)
{
	int v;
	_Conc_when (when) waituntil (v << c) { } or when (or) waituntil (*m) { }
	waituntil (*m) { } _Conc_or waituntil (timeout(1ms)) { }
}
