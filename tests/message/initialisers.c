// SPDX-License-Identifier: MIT
// However a message or an actor is initialised, no compiler misses a value for its hidden state.
#include <conc.h>

message text { char bytes[8]; int n; };
message anon { struct { int x, y; }; int z; };
message array { int v[3]; int n; };
monitor named { char name[4]; };
actor once { int n; };

int f(void);

int f(void)
{
	text a = { "abc", 1 }, b = { { 'a' }, 2, };
	anon d = { { 1, 2 }, 3 }, e = { { 1, 2 } /* z */ }, g = { .x = 1 };
	array i = { { 1 } }, h = { .v = { 1, 2 } };
	named j = { "abc" }, k[2] = { { "a" }, { { 'c' } } };
	once s = { 3 };
	a = (text){ "x", 2 };
	return a.n + b.n + d.z + e.x + g.z + h.n + i.n + j.name[0] + k[0].name[0] + s.n;
}
