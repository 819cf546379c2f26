// SPDX-License-Identifier: MIT
// Where an operation may stand, and the fix where it may not.
#include <conc.h>

enum { MASK = 4 };
static channel(int) c = {4};
static future(int) f;
int g(int x);

int places(int flags, int x)
{
	c << flags | MASK;
	c << flags << 2;
	c << flags == 3;
	f << flags & MASK;
	x << c == 0;
	x = MASK | c << 2;
	x += x << c;
	x = -(x << c) + g(x << c) * (x << c);
	x << c ? 1 : 2;
	x = flags ? x << c : 2;
	x = c << flags ? 1 : 2;
	x = sizeof(x << c) + _Alignof(x << c);
	__typeof__(x << c) y = _Generic(x << c, default: 0);
	(&x)[x << c] = 0;
	switch (x) {
	case 1 << 2:
		return c << 1, x << c;
	}
	return (c << flags) | MASK || y;
}
