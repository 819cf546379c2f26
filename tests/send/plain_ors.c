// SPDX-License-Identifier: MIT
// flags: -Wno-unused-value -Wno-shadow -Wno-conc-escape
#include <conc.h>

enum flag { A = 1, B = 2, BOTH = A | B };
actor counter { long n; unsigned bits : 3 | 1; };
message add { long by; };
receive (counter *self, add *m) { self->n |= m->by | (self->n | 1); }
#define EITHER(a, b) ((a) | (b))
struct wide { unsigned flags : A | B; char room[A | 4]; } __attribute__((aligned(8 | 0)));
_Static_assert((A | B) == BOTH, "or");

int f(counter *c, int finished_message, unsigned long x);
int f(counter *c, int finished_message, unsigned long x)
{
	int a[A | B] = {[2 | 0] = 1}, delete_message = 4;
	x | 1;
	(x | c->n) | (long)x | finished_message | delete_message;
	switch (x) { case A | B: x |= 3; break; default: x = x | EITHER(x, A | 8); }
	if (x | finished_message && (x | c->n)) x = c->n | x | a[0 | 1];
	c | (add){x | finished_message | 3};
	for (x | 1; x | 0; x = x | 2) { if (x | c->n) break; }
	return sizeof(x | 1) | (x ? x | 1 : 0 | x) | __builtin_types_compatible_p(__typeof__(x | 1), int);
}
