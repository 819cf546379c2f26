// SPDX-License-Identifier: MIT
#include <conc.h>

actor counter { long n; };

destroy counter *self { }
receive { }
