// SPDX-License-Identifier: MIT
// conc_local storage is each thread's own; what it points to is not.
#include <conc.h>
#include "race.h"

int x;
static struct conc_local key;

static int f(int n)
{
	int *own = conc_local_get(&key, sizeof *own);
	for (int i = 0; i < 10; i++) {
		++*own;
		conc_yield();
	}
	BESIDE(x++;)
	return *own + n;
}

int main(void)
{
	task(int) t = spawn f(1), u = spawn f(2);
	return join(t) + join(u) != 23;
}
