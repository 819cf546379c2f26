// SPDX-License-Identifier: MIT
// break leaves the user's loop, and releases the lock.
#include "leaving.h"

int main(void)
{
	conc_mutex m = {0};
	int i;
	for (i = 0; i < 10; i++)
		mutex (m) {
			if (i == 3) break;
			if (is_free(&m)) puts("not held");
		}
	printf("%d %d\n", i, is_free(&m));
	while (true) {
		mutex (m) {
			do {
				if (i) break;
			} while (0);
			puts("inner break stays inside");
			break;
		}
	}
	printf("%d\n", is_free(&m));
}
