// SPDX-License-Identifier: MIT
// Who receives an element sees what its sender did before it was sent, and not what it does after.
#include <conc.h>
#include "race.h"

static int v[10];

static void f(channel(int) *c)
{
	for (int i = 0; i < 10; i++) {
		ORDERED(v[i] = i;)
		*c << i;
		BESIDE(v[i] = i;)
	}
}

int main(void)
{
	channel(int) c = { 100 };
	task(void) t = spawn f(&c);
	for (int i = 0; i < 10; i++) {
		int got;
		got << c;
		v[got]++;
	}
	join(t);
}
