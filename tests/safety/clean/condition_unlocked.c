// SPDX-License-Identifier: MIT
// class: phase
// A waiter looks at a number under the lock. The number is changed under it too, and the signal may come after it.
#include <conc.h>
#include <stdio.h>

monitor gate { int cars; conc_condition changed; };
static gate g;

static int wait_for_car(gate * mutex x)
{
	while (!x->cars)
		conc_wait(&x->changed, x);
	return x->cars;
}

static void arrive(gate *x)
{
	mutex (x) x->cars++;
	conc_signal(&x->changed);
}

int main(void)
{
	task(int) waiter = spawn wait_for_car(&g);

	arrive(&g);
	int cars = join(waiter);
	printf("%d\n", cars);
	return cars != 1;
}
