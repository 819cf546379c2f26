// SPDX-License-Identifier: MIT
// break in a switch inside the block stays inside; break in a block inside a switch leaves it.
#include "leaving.h"

int main(void)
{
	conc_mutex m = {0};
	for (int i = 0; i < 3; i++)
		mutex (m) {
			switch (i) {
			case 1: break;
			default: printf("%d ", i);
			}
			printf("held %d\n", !is_free(&m));
		}
	switch (1) {
	case 1:
		mutex (m) {
			break;
		}
		return 1;
	case 2:
		puts("not reached");
	}
	printf("free %d\n", is_free(&m));
}
