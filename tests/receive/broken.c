// SPDX-License-Identifier: MIT
// Behaviours that the parser cannot read.
#include <conc.h>

message add { long by; };
actor counter { long n; };

receive (counter *self, add *m { self->n++; }
