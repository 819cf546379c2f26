// SPDX-License-Identifier: MIT
/* The same as cached_in_part.c, by the pool. */
#include "cached_in_part.c"
