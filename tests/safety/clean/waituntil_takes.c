// SPDX-License-Identifier: MIT
// class: lock
// A waituntil takes whichever of two locks is free first. What each lock protects is used in its own block only.
#include <conc.h>
#include <stdio.h>

monitor desk { int served; };
static desk left, right;

static void be_served(int times)
{
	for (int i = 0; i < times; i++)
		waituntil (left) left.served++;
		or waituntil (right) right.served++;
}

int main(void)
{
	int n;
	{
		task(void) a = spawn be_served(10), b = spawn be_served(10), c = spawn be_served(10);
	}
	mutex (left, right) n = left.served + right.served;
	printf("%d\n", n);
	return n != 30;
}
