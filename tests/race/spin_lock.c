// SPDX-License-Identifier: MIT
// A spin lock orders as any lock.
#include <conc.h>
#include "race.h"

int x, y;
static conc_spin_lock l;

static void f(void)
{
	for (int i = 0; i < 100; i++) mutex (l) x++;
	BESIDE(y++;)
}

int main(void)
{
	task(void) t = spawn f(), u = spawn f();
	join(t), join(u);
}
