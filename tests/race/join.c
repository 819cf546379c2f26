// SPDX-License-Identifier: MIT
// Who joins a task sees what it did; who has joined another one does not.
#include <conc.h>
#include "race.h"

int x;

static void f(void) { x = 1; }
static void other(void) {}

int main(void)
{
	task(void) t = spawn f(), u = spawn other();
	BESIDE(join(u); x = 2;)
	join(t);
	x = 3;
	join(u);
}
