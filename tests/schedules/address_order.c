// SPDX-License-Identifier: MIT
// Operands are taken in address order under a seed, too: whoever takes those of one array one after
// the other, in that order, does not wait for ever.
#include <conc.h>
#include <stdio.h>

monitor account { int n; };

static account x[3];

static void one_by_one(account *y)
{
	mutex (y[0]) {
		y[0].n++;
		mutex (y[1]) mutex (y[2]) y[2].n++;
	}
}

static void at_once(account *y)
{
	mutex (y[2], y[0], y[1]) y[1].n++;
}

static int both(account *y)
{
	mutex (y[2], y[1]) y[2].n++; // used before the first
	{
		task(void) a = spawn one_by_one(y), b = spawn at_once(y), c = spawn one_by_one(y);
	}
	mutex (y[0], y[1], y[2]) return y[0].n + y[1].n + y[2].n;
}

int main(void)
{
	account on_stack[3] = { 0 }, *made = new account[3], *large = new account[20000];
	task(int) in_a_thread = spawn both(on_stack);

	printf("%d %d %d", both(x), both(made), both(large));
	printf(" %d\n", join(in_a_thread));
	delete made;
	delete large;
}
