// SPDX-License-Identifier: MIT
// class: lock
// A function that reads a monitor keeps its last result in a member. Two readers share the lock and write it both.
#include <conc.h>
#include <stdio.h>

monitor polygon { int sides[3]; int perimeter; };
static polygon p = { { 3, 4, 5 }, 0 };

static int perimeter(polygon * mutex(read) x)
{
	if (!x->perimeter)	/* races */
		x->perimeter = x->sides[0] + x->sides[1] + x->sides[2];	/* races */
	return x->perimeter;	/* races */
}

static void stretch(polygon * mutex x)
{
	x->sides[0]++;
	x->perimeter = 0;
}

int main(void)
{
	stretch(&p);
	task(int) one = spawn perimeter(&p), two = spawn perimeter(&p);
	printf("%d\n", join(one) + join(two));
}
