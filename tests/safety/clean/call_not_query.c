// SPDX-License-Identifier: MIT
// class: separate
// A call without a result is only logged. The query after it waits, and then the client may use what the call has written.
#include <conc.h>
#include <stdio.h>

typedef struct { long sum; } adder;
static long latest;

static void add(adder *a, long n)
{
	a->sum += n;
	latest = a->sum;
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
		sum = get(a);
		seen = latest;
	}
	delete a;
	printf("%ld %ld\n", sum, seen);
	return sum != 7 || seen != 7;
}
