// SPDX-License-Identifier: MIT
// goto out of two blocks, forwards and backwards, releases the locks.
#include "leaving.h"

int main(void)
{
	conc_mutex a = {0}, b = {0};
	int rounds = 0;
again:
	if (!is_free(&a) || !is_free(&b)) puts("held");
	mutex (a) {
		mutex (b) {
			if (++rounds < 3) goto again;
			goto out;
		}
	}
	puts("not reached");
out:
	printf("%d %d %d\n", rounds, is_free(&a), is_free(&b));
}
