// SPDX-License-Identifier: MIT
/* The same as files.c, by the pool. */
#define BACKEND "pool"
#include "files.c"
