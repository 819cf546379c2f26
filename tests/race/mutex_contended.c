// SPDX-License-Identifier: MIT
// The same where the lock is handed over to who waits for it.
#include <conc.h>
#include "race.h"

int x, y;
static conc_mutex m;

static void f(void)
{
	for (int i = 0; i < 20; i++)
		mutex (m) {
			x++;
			conc_yield();
		}
	BESIDE(y++;)
}

int main(void)
{
	task(void) t[4] = { spawn f(), spawn f(), spawn f(), spawn f() };
	for (int i = 0; i < 4; i++) join(t[i]);
}
