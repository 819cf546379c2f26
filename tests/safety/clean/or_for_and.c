// SPDX-License-Identifier: MIT
// class: order
// Main waits for two results, in the order in which they come, and uses both.
#include <conc.h>
#include <stdio.h>

static int left, right;

static int fill(int *to, int value)
{
	*to = value;
	return value;
}

int main(void)
{
	task(int) a = spawn fill(&left, 3), b = spawn fill(&right, 4);
	int got = 0, sum = 0;

	waituntil (got << a) sum += left;
	and waituntil (got << b) sum += right;
	printf("%d %d\n", sum, left * right);
	return sum != 7 || left * right != 12;
}
