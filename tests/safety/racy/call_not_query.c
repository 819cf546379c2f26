// SPDX-License-Identifier: MIT
// class: separate
// A call without a result is only logged. The client then uses the variable that the call writes, in the same block.
#include <conc.h>
#include <stdio.h>

typedef struct { long sum; } adder;
static long latest;

static void add(adder *a, long n)
{
	a->sum += n;
	latest = a->sum;	/* races */
}

static long get(const adder *a)
{
	return a->sum;
}

int main(void)
{
	separate adder *a = new separate adder {};
	long seen, sum;

	separate (a) {
		add(a, 3);
		add(a, 4);
		seen = latest;	/* races */
		sum = get(a);
	}
	delete a;
	printf("%s\n", seen <= sum ? "added" : "too much");
}
