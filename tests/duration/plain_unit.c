// SPDX-License-Identifier: MIT
// A unit without dialect that calls the library is looked at, too.
// flags: -Werror=conc-timeout -Werror=conc-thread-local
#include <conc.h>

static _Thread_local int calls;

int f(void)
{
	calls++;
	conc_sleep(100);
	return calls;
}
