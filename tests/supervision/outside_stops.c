// SPDX-License-Identifier: MIT
// Only an actor can fail.
#include <conc.h>

int main(void) { conc_fail(1); }
