// SPDX-License-Identifier: MIT
// The types of a behaviour's parameters may have other names. What has no members is never unused.
#include <conc.h>

message text { char bytes[8]; int n; };
message go {};
actor once { int n; };
typedef once same, *pointer;
typedef struct text other;
typedef other another;

receive (same *self, go *m) { self->n++; }
receive (struct once *self, another *m);
receive (once *self, struct text *m) { self->n += m->n; }
receive (once *self, finished_message *m) { self->n = 0; }
destroy (same *self) { self->n = 0; }

void f(same *a);

void f(same *a)
{
	another m = { "one", 1 };
	same *p = new same { 3 };
	a | m | (go){};
	delete p;
}
