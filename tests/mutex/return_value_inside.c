// SPDX-License-Identifier: MIT
// The value of a return is computed while the lock is held.
#include "leaving.h"

static conc_mutex m;

static bool held(void)
{
	return !is_free(&m);
}

static bool f(void)
{
	mutex (m) return held();
}

int main(void)
{
	printf("%d %d\n", f(), held());
}
