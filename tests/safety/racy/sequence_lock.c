// SPDX-License-Identifier: MIT
// class: publish
// A writer makes a version odd, changes two numbers, and makes it even. Versions and numbers are plain variables.
#include <conc.h>
#include <stdio.h>

static unsigned version;
static int a, b;

static void move(int n)
{
	version++;	/* races */
	a -= n;	/* races */
	b += n;	/* races */
	version++;	/* races */
}

static int sum(void)
{
	for (int i = 0; i < 1000; i++) {
		unsigned before = version;	/* races */
		int s = a + b;	/* races */
		if (before % 2 == 0 && version == before)	/* races */
			return s;
		conc_yield();
	}
	return 0;
}

int main(void)
{
	task(void) writer = spawn move(3);
	int s = sum();

	join(writer);
	printf("%s\n", s == 0 ? "whole" : "torn");
}
