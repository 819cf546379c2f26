// SPDX-License-Identifier: MIT
// What was done before a barrier comes before what is done after it.
#include <conc.h>
#include "race.h"

static int v[3];
static conc_barrier b = { 3 };

static void f(int i)
{
	for (int round = 0; round < 10; round++) {
		v[i]++;
		conc_barrier_wait(&b);
		v[(i + 1) % 3]++;
		ORDERED(conc_barrier_wait(&b);)
	}
}

int main(void)
{
	task(void) t = spawn f(0), u = spawn f(1), v = spawn f(2);
	join(t), join(u), join(v);
}
