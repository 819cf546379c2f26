// SPDX-License-Identifier: MIT
// break, return and goto out of a blocking block.
#include <conc.h>
#include <stdio.h>

static int f(int n)
{
	blocking {
		if (n == 1) return 10;
		n++;
	}
	return n;
}

int main(void)
{
	int i;
	for (i = 0; i < 5; i++)
		blocking {
			if (i == 3) break;
			if (i == 1) continue;
		}
	blocking { goto out; }
out:
	printf("%d %d %d\n", i, f(1), f(5));
	conc_yield();
}
