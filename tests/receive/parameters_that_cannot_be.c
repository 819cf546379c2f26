// SPDX-License-Identifier: MIT
// What a receive and a destroy take.
#include <conc.h>

actor early;
monitor account { long balance; };
message add { long by; };
actor counter { long n; };

receive (early *self, add *m);
actor early { int n; };
receive (counter *self, missing *m);
receive (counter *self, account *m);
receive (counter *self, later *m);
message later { int n; };
receive (counter *self, add m);
receive (counter self, add *m);
receive (counter *self);
receive (counter *self, add *m, int n) { }
receive (const counter *self, add *m) { }
receive (counter **self, add *m) { }
receive (counter *, add *m) { }
receive (counter *self, int *m) { }
receive (counter *self, void *m) { }
_Conc_receive (account *self, add *m) { }
_Conc_receive (int *self, add *m) { }
destroy (counter *self, add *m) { }
destroy (add *) { }
destroy (delete_message *self) { }
_Conc_destroy (account *self) { }
