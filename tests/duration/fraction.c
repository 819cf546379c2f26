// SPDX-License-Identifier: MIT
// A duration is a whole number of nanoseconds that fits in 64 bits.
#include <conc.h>

conc_duration a = 0.5ns, b = 1.5us, c = 1.0001us, d = 0.00000000001s, e = 9999999999h;
