// SPDX-License-Identifier: MIT
// class: order
// Main waits for one of two results, and uses both.
#include <conc.h>
#include <stdio.h>

static int left, right;

static int fill(int *to, int value)
{
	*to = value;	/* races */
	return value;
}

int main(void)
{
	task(int) a = spawn fill(&left, 3), b = spawn fill(&right, 4);
	int got = 0;

	waituntil (got << a) {}
	or waituntil (got << b) {}
	int sum = left + right;	/* races */
	join(a);
	join(b);
	printf("%s\n", sum <= 7 && got ? "some" : "too much");
}
