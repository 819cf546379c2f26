// SPDX-License-Identifier: MIT
// A declaration hides the dialect's word in its scope only.
#include <conc.h>
#include <stdio.h>

static conc_mutex m;
static int count;

static void f(void)
{
	int mutex = 3, spawn = 4;
	count += mutex * spawn;
	{
		int join = 2;
		count += join;
	}
}

static int g(int new) { return new + 1; }

int main(void)
{
	f();
	mutex (m) count++;
	printf("%d\n", count + join(spawn g(1)));
}
