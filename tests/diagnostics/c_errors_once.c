// SPDX-License-Identifier: MIT
// Errors of C in the user's own code are reported once, at the user's line and column.
#include <conc.h>

monitor account { long balance; };

long f(account * mutex a)
{
	mutex (a) {
		undeclared = a->balance + a->missing;
	}
	return 1 / 0;
}
