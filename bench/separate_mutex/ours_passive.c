// SPDX-License-Identifier: MIT
// The same with the counter on a passive handler.
#define PASSIVE
#include "ours.c"
