// SPDX-License-Identifier: MIT
#include <conc.h>

actor counter { long n; }
message add { long by; }
