// SPDX-License-Identifier: MIT
// The same with the queue on a passive handler.
#define PASSIVE
#include "ours.c"
