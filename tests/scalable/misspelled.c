// SPDX-License-Identifier: MIT
// What is not quite the construct.
#include <conc.h>

actor words { long sum; };
message line { int n; };
message more { int n; };

scalable static receive (words *self, line *m) { self->sum += m->n; }
scalable recieve (words *self, line *m) { self->sum += m->n; }
scalable void receive(words *self, more *m) { self->sum += m->n; }
scalable int export = 3;
scalable words w;
scalable receive (words *self, line *m) self->sum += m->n;
export (words *self words *replica) { self->sum = replica->sum; }
import (words *self, words *replica { self->sum = replica->sum; }
serialize (words *self, conc_writer *out) { conc_writer_put(out, self, 4) }
