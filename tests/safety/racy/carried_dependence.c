// SPDX-License-Identifier: MIT
// class: array
// Each element is computed from the one before it, and two threads take half of the loop each.
// After DataRaceBench 029.
#include <conc.h>
#include <stdio.h>

enum { N = 32 };
static int a[N] = { 1 };

static void grow(int from, int to)
{
	for (int i = from; i < to; i++) {
		int before = a[i - 1];	/* races */
		a[i] = before + 1;	/* races */
	}
}

int main(void)
{
	{
		task(void) low = spawn grow(1, N / 2), high = spawn grow(N / 2, N);
	}
	printf("%s\n", a[N - 1] <= N ? "grown" : "too large");
}
