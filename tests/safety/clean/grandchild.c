// SPDX-License-Identifier: MIT
// class: order
// A task starts a thread in a scope, which waits for it. Who joins the task comes after both.
// After DataRaceBench 107.
#include <conc.h>
#include <stdio.h>

static int sum;

static void add_later(void)
{
	sum += 2;
}

static void add(void)
{
	scope {
		spawn add_later();
	}
}

int main(void)
{
	task(void) t = spawn add();

	join(t);
	sum += 1;
	printf("%d\n", sum);
	return sum != 3;
}
