// flags: -fconc-mpi
// SPDX-License-Identifier: MIT
// What does not travel as bytes needs a serialize and a deserialize.
#include <conc.h>

struct node { struct { struct node *next; } links[2]; int n; };
union number { double real; const char *text; };
monitor account { long n; };

message plain { struct { short n[3]; union { int i; float f; } u; _Atomic(int) a; } at[2]; _Bool b; };
message pointer { int n; char *text; };
message function { void (*f)(int); };
message nested { struct node list; };
message variant { union number number; };
message asks { future(int) *reply; };
message derived { inline pointer; };
message derived_more { inline plain; void *more; };
message anonymous { struct { int n; char *text; }; };
message served { char *text; };
message like_served { inline served; };
message unlike_served { inline served; int n; };
message ordinary { char *text; };
actor sums { long n[10]; enum { A, B } which; };
actor channels { channel(int) in; };
actor locks { conc_mutex locks[3]; };
actor monitors { account a; };
actor keeps { plain last; };
actor never_split { char *text; };
actor table { struct node **buckets; };

serialize (served *self, conc_writer *out);
deserialize (served *self, conc_reader *in);

scalable receive (sums *self, plain *m);
scalable receive (sums *self, pointer *m);
scalable receive (sums *self, function *m);
scalable receive (sums *self, nested *m);
scalable receive (sums *self, variant *m);
scalable receive (sums *self, asks *m);
scalable receive (sums *self, derived *m);
scalable receive (sums *self, derived_more *m);
scalable receive (sums *self, anonymous *m);
scalable receive (sums *self, like_served *m);
scalable receive (sums *self, unlike_served *m);
receive (sums *self, ordinary *m);
export (sums *self, sums *replica);
import (sums *self, sums *replica);
export (channels *self, channels *replica);
import (channels *self, channels *replica);
export (locks *self, locks *replica);
import (locks *self, locks *replica);
export (monitors *self, monitors *replica);
import (monitors *self, monitors *replica);
export (keeps *self, keeps *replica);
import (keeps *self, keeps *replica);
export (table *self, table *replica);
import (table *self, table *replica);
receive (never_split *self, ordinary *m);
