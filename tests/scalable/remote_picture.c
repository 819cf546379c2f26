// flags: -fconc-mpi
// SPDX-License-Identifier: MIT
// What travels: actors that are split, and the messages of scalable receives.
#include <conc.h>

struct place { short row, column; };

message line { struct place at[2]; _Bool last; char text[16]; };
message name { char *text; };
message long_name { inline name; };
message full_name { inline name; int more; };
message ordinary { char *text; };
actor counts { long n[26]; union { int i; double d; } last; enum { GOOD, BAD } state; };
actor names { char **list; unsigned count; };
actor more_names { inline names; };
actor grep { };

serialize (name *self, conc_writer *out);
deserialize (name *self, conc_reader *in);
static serialize (full_name *self, conc_writer *out)
{
	conc_serialize_name(self, out);
	conc_writer_put(out, &self->more, sizeof self->more);
}
static deserialize (full_name *self, conc_reader *in)
{
	conc_deserialize_name(self, in);
	conc_reader_get(in, &self->more, sizeof self->more);
}
serialize (name *self, conc_writer *out) { conc_writer_put_string(out, self->text); }
deserialize (name *self, conc_reader *in) { self->text = conc_reader_get_string(in); }
static serialize (ordinary *self, conc_writer *out) { conc_writer_put_string(out, self->text); }
static deserialize (ordinary *self, conc_reader *in) { self->text = conc_reader_get_string(in); }

scalable receive (counts *self, line *m) { self->n[m->at[0].row]++; }
scalable receive (counts *self, full_name *m) { self->n[m->more]++; }
export (counts *self, counts *replica) { replica->state = self->state; }
import (counts *self, counts *replica);

_Conc_serialize (names *self, conc_writer *out);
_Conc_deserialize (names *self, conc_reader *in);
scalable receive (names *self, long_name *m);
static scalable receive (more_names *self, line *m) { self->count += m->last; }
export (names *self, names *replica);
import (names *self, names *replica);
receive (names *self, ordinary *m);
scalable receive (grep *self, line *m);

void all(counts *c, names *n, more_names *p, long_name *m)
{
	c | (full_name){ { "a" }, 2 };
	n | m;
	p | m | (line){ .last = 1 };
}
