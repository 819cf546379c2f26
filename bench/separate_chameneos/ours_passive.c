// SPDX-License-Identifier: MIT
// The same with the place on a passive handler.
#define PASSIVE
#include "ours.c"
