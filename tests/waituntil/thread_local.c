// SPDX-License-Identifier: MIT
// flags: -Werror
#include <conc.h>
static _Thread_local int cache;
int f(channel(int) *c);
int f(channel(int) *c)
{
	int v = 0;
	cache = 1;
	waituntil (v << c) { cache = v; } or else { v = 1; }
	return cache + v;
}
