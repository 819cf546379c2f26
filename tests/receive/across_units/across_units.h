// SPDX-License-Identifier: MIT
#pragma once
#include <conc.h>

actor counter { long n; };
message add { long by; };
message get { future(long) *reply; };
message text { char *bytes; };
message token {};

receive (counter *self, add *m);
receive (counter *self, get *m);
receive (counter *self, text *m);
destroy (text *self);

long other_unit(counter *c);
long third_unit(void);
