// SPDX-License-Identifier: MIT
// The same with the variable on a passive handler.
#define PASSIVE
#include "ours.c"
