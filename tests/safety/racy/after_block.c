// SPDX-License-Identifier: MIT
// class: guarded
// A buyer looks at the number of tickets under the lock, and takes one when the block has ended.
// After DataRaceBench 201: a lock is released, and then the variable is changed.
#include <conc.h>
#include <stdio.h>

monitor counter { int tickets; };
static counter desk = { 30 };

static int buy(void)
{
	int bought = 0;
	bool any = true;

	while (any) {
		mutex (desk) any = desk.tickets > 0;	/* races */
		if (any) {
			desk.tickets--;	/* races */
			bought++;
		}
		conc_yield();
	}
	return bought;
}

int main(void)
{
	task(int) ann = spawn buy(), bob = spawn buy();

	printf("%s\n", join(ann) + join(bob) >= 30 ? "sold out" : "some left");
}
