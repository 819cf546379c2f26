// SPDX-License-Identifier: MIT
#include <conc.h>

message text { char *bytes; };
message line { char *bytes; };
actor later;
destroy (line *self);
