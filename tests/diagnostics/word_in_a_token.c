// SPDX-License-Identifier: MIT
// A word of the dialect begins where a token begins.
#include <conc.h>

int *p = 3new int {1};
