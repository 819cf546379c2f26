// SPDX-License-Identifier: MIT
// The same by statements that wait.
#define WAITS
#include "ours.c"
