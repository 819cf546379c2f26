// SPDX-License-Identifier: MIT
// The fair form: of the clauses that are ready, any.
#define ORDER fair
#include "ours.c"
