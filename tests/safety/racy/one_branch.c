// SPDX-License-Identifier: MIT
// class: guarded
// A gauge is changed under its lock where a value is above the limit, and without it in the other branch.
#include <conc.h>
#include <stdio.h>

enum { LIMIT = 50 };
monitor gauge { int high, low, last; };
static gauge g;

static void record(gauge *to, int value)
{
	if (value > LIMIT) {
		mutex (to) {
			to->high++;
			to->last = value;	/* races */
		}
	} else {
		to->last = value;	/* races */
	}
}

static void measure(int from, int step)
{
	for (int i = 0; i < 20; i++)
		record(&g, from + i * step);
}

int main(void)
{
	{
		task(void) hot = spawn measure(60, 1), cold = spawn measure(40, -1);
	}
	printf("%d above\n", g.high);
}
