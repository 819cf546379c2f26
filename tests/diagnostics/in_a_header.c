// SPDX-License-Identifier: MIT
// An error in a header names the header, and how it came in.
#include "in_a_header.h"

int g(void) { return f(3); }
