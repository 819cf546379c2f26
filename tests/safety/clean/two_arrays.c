// SPDX-License-Identifier: MIT
// class: array
// Threads smooth a picture from one array into another one.
// After DataRaceBench 194.
#include <conc.h>
#include <stdio.h>

enum { PARTS = 3, PART = 8, N = PARTS * PART + 2 };
static int u[N], v[N];

static void smooth(int *to, const int *from, int first)
{
	for (int i = first; i < first + PART; i++) {
		int sum = from[i - 1] + from[i] + from[i + 1];
		to[i] = sum / 3;
	}
}

int main(void)
{
	for (int i = 0; i < N; i++)
		u[i] = 3 * i;
	scope {
		for (int p = 0; p < PARTS; p++)
			spawn smooth(v, u, 1 + p * PART);
	}
	printf("%d\n", v[N / 2]);
	return v[N / 2] != u[N / 2];
}
