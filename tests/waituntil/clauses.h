// SPDX-License-Identifier: MIT
#include <conc.h>

static inline int next_of(channel(int) *c)
{
	int v = -1;
	waituntil (v << c) { }
	or else {
		v = -3;
	}
	return v;
}
