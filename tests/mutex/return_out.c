// SPDX-License-Identifier: MIT
// return leaves from nested blocks, and releases all their locks.
#include "leaving.h"

static conc_mutex a, b;

static int find(int n)
{
	for (int i = 0;; i++)
		mutex (a) {
			mutex (b)
				if (i == n) return i * 10;
		}
}

int main(void)
{
	printf("%d %d %d\n", find(4), is_free(&a), is_free(&b));
}
