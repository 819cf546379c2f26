// SPDX-License-Identifier: MIT
// class: phase
// A waiter looks at a number under the lock. Who changes the number signals, but has not taken the lock.
#include <conc.h>
#include <stdio.h>

monitor gate { int cars; conc_condition changed; };
static gate g;

static int wait_for_car(gate * mutex x)
{
	for (int i = 0; i < 100 && !x->cars; i++)	/* races */
		conc_wait_for(&x->changed, x, 1ms);
	return x->cars;	/* races */
}

static void arrive(gate *x)
{
	x->cars++;	/* races */
	conc_signal(&x->changed);
}

int main(void)
{
	task(int) waiter = spawn wait_for_car(&g);

	arrive(&g);
	printf("%s\n", join(waiter) <= 1 ? "arrived" : "too many");
}
