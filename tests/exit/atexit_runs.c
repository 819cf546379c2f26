// SPDX-License-Identifier: MIT
// Handlers of atexit run after main has returned, and may use locks.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

static conc_mutex m;

static void last(void)
{
	mutex (m) puts("last");
}

int main(void)
{
	atexit(last);
	mutex (m) puts("first");
}
