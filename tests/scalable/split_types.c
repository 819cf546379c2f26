// SPDX-License-Identifier: MIT
// What a type that is split into replicas must have.
#include <conc.h>
#include "split_types.h"

message line { int n; };
message done { };

actor none { };
actor no_state { };
actor lacks_both { long sum; };
actor lacks_import { long sum; };
actor lacks_export { long sum; };
actor never_split { long sum; };
actor base { long sum; };
actor same_as_base { inline base; };
actor more_than_base { inline base; long more; };
actor more_still { inline same_as_base; long more; };
actor ordinary { long sum; };
actor split_later { inline ordinary; };
actor of_nothing { inline no_state; int n; };
actor half { long sum; };

scalable receive (no_state *self, line *m) { (void)m; }
receive (lacks_both *self, done *m) { self->sum = 0; }
scalable receive (lacks_both *self, line *m) { self->sum += m->n; }
scalable receive (lacks_both *self, done *m);

export (lacks_import *self, lacks_import *replica) { replica->sum = self->sum; }
scalable receive (lacks_import *self, line *m) { self->sum += m->n; }
import (lacks_export *self, lacks_export *replica);
scalable receive (lacks_export *self, line *m);

export (never_split *self, never_split *replica) { replica->sum = self->sum; }
import (never_split *self, never_split *replica) { self->sum += replica->sum, replica->sum = 0; }

scalable receive (base *self, line *m);
export (base *self, base *replica);
import (base *self, base *replica);
scalable receive (split_later *self, line *m);
receive (half *self, line *m);
scalable receive (half *self, line *m) { self->sum += m->n; }

serialize (line *self, conc_writer *out);
deserialize (base *self, conc_reader *in);

scalable receive (in_a_header *self, line *m) { self->n += m->n; }
export (in_a_header *self, in_a_header *replica) { replica->n = 0 * self->n; }
import (in_a_header *self, in_a_header *replica) { self->n += replica->n, replica->n = 0; }
serialize (in_a_header *self, conc_writer *out) { conc_writer_put(out, &self->n, sizeof self->n); }
deserialize (in_a_header *self, conc_reader *in) { conc_reader_get(in, &self->n, sizeof self->n); }
