// SPDX-License-Identifier: MIT
// class: escape
// Each task gets the address of the loop's variable instead of its value. concc warns of it: -Wconc-dangling-pointer.
// After GoKer moby#22941 and cockroach#35501.
#include <conc.h>
#include <stdio.h>

static _Atomic int sum;

static void add(const int *n)
{
	sum += *n;	/* races */
}

static void add_all(void)
{
	task(void) t[4];

	for (int i = 0; i < 4; i++)	/* races */
		t[i] = spawn add(&i);
}

int main(void)
{
	add_all();
	printf("%s\n", sum <= 16 ? "added" : "too much");
}
