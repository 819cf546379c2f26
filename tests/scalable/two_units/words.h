// SPDX-License-Identifier: MIT
#include <conc.h>

actor words { const char *separators; long count; };
message text { const char *text; };
message get { future(long) *reply; };
scalable receive (words *self, text *m);
receive (words *self, get *m);
export (words *self, words *replica);
import (words *self, words *replica);
destroy (words *self);

// Takes over all of it.
actor lines { inline words; };
