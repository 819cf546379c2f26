// SPDX-License-Identifier: MIT
// One receive for a pair of types, one destroy for a type.
#include <conc.h>

message add { long by; };
actor counter { long n; };
actor other { long n; };

receive (counter *self, add *m);
receive (counter *self, add *m);
receive (other *self, add *m) { self->n += m->by; }
receive (counter *self, add *m) { self->n += m->by; }
receive (counter *self, add *m) { self->n -= m->by; }
destroy (add *self) { self->by = 0; }
destroy (add *self) { self->by = 1; }
destroy (counter *self);
static destroy (counter *self) { self->n = 0; }
static receive (other *self, finished_message *m);
static destroy (other *self);
message add { int n; };
message delete_message { int n; };
