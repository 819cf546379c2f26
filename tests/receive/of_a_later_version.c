// SPDX-License-Identifier: MIT
// Replication is not there yet.
#include <conc.h>

message add { long by; };
actor counter { long n; };

scalable receive (counter *self, add *m) { self->n += m->by; }
export (counter *self, counter *replica) { replica->n = 0; }
import (counter *self, counter *replica);
