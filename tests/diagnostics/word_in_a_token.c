// SPDX-License-Identifier: MIT
// A word of the dialect begins where a token begins, and its declaration with it.
#include <conc.h>

int *p = 3new int {1};
static thread worker;
