// SPDX-License-Identifier: MIT
// ours_seats.c with the seats on passive handlers.
#define PASSIVE
#include "ours_seats.c"
