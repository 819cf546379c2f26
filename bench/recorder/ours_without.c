// SPDX-License-Identifier: MIT
// The same with CONC_RECORDER=0.
#define WITHOUT_RECORDER
#include "ours.c"
