// SPDX-License-Identifier: MIT
// continue goes on with the user's loop, and releases the lock.
#include "leaving.h"

int main(void)
{
	conc_mutex m = {0};
	int even = 0;
	for (int i = 0; i < 10; i++) {
		mutex (m) {
			if (i % 2) continue;
			even++;
		}
		if (!is_free(&m)) puts("held");
	}
	printf("%d %d\n", even, is_free(&m));
	for (int i = 0; i < 3; i++)
		mutex (m) continue;
	printf("%d\n", is_free(&m));
}
