// SPDX-License-Identifier: MIT
// Who takes a lock sees what its holders did; another lock, and what is done without it, do not count.
#include <conc.h>
#include "race.h"

int x;
static conc_mutex a, b;

static void f(conc_mutex *m)
{
	for (int i = 0; i < 100; i++) {
		mutex (*m) x++;
		conc_yield();
	}
}

int main(void)
{
	task(void) t = spawn f(&a), u = spawn f(ORDERED(&a) BESIDE(&b));
	join(t), join(u);
}
