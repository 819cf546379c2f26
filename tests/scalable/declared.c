// SPDX-License-Identifier: MIT
// The word, and the parameters of export, import, serialize and deserialize.
#include <conc.h>
#include <stdio.h>

actor later;
message line { int n; };
actor words { long sum; };
actor other { long sum; };
actor first { long sum; };
monitor account { long n; };
struct plain { int n; };

scalable destroy (words *self) { self->sum = 0; }
scalable export (words *self, words *replica) { replica->sum = self->sum; }
static scalable serialize (line *self, conc_writer *out) { conc_writer_put(out, &self->n, 4); }
scalable receive (words *self, finished_message *m);
scalable receive (words *self, conc_failure *m) { self->sum += m->status; }
scalable receive (words *self);
scalable receive (words *self, line m) { self->sum = m.n; }
scalable receive (later *self, line *m);
scalable static receive (words *self, line *m) { self->sum += m->n; }

export (words *self) { self->sum = 0; }
export (other *self, words *replica) { self->sum = replica->sum; }
export (other *self, other replica) { self->sum = 0; }
export (other *self, const other *replica) { self->sum = replica->sum; }
export (const other *self, other *replica) { replica->sum = self->sum; }
export (other *self, other **replica) { self->sum = (*replica)->sum; }
export (other *, other *replica) { replica->sum = 0; }
export (other *self, other *replica, int n) { self->sum = replica->sum + n; }
_Conc_export (struct plain *self, struct plain *replica) { self->n = replica->n; }
import (later *self, later *replica);
import (other *self, struct plain *replica) { self->sum = replica->n; }
static import (first *self, first *replica);
export (first *self, first *replica) { replica->sum = self->sum; }
export (first *self, first *replica) { replica->sum = self->sum; }

serialize (first *self, FILE *out) { fwrite(&self->sum, 8, 1, out); }
deserialize (first *self, conc_writer *out) { conc_writer_put(out, &self->sum, 8); }
serialize (other *self) { self->sum = 0; }
deserialize (line *self, const conc_reader *in) { self->n = in != 0; }
_Conc_serialize (account *self, conc_writer *out);
_Conc_deserialize (line self, conc_reader *in);
serialize (finished_message *self, conc_writer *out);
static deserialize (words *self, conc_reader *in);

// plain C, all of them
static int export(struct plain *self, struct plain *replica) { return self == replica; }
static int import(int n) { return n; }
static int serialize(int scalable) { return scalable; }
int deserialize(int n) { return n ? export(0, 0) : import(n) + serialize(n); }
