// SPDX-License-Identifier: MIT
// Blocks nest; each releases its own lock at its own end.
#include "leaving.h"

int main(void)
{
	conc_mutex a = {0}, b = {0};
	mutex (a) {
		mutex (b) printf("%d %d\n", is_free(&a), is_free(&b));
		printf("%d %d\n", is_free(&a), is_free(&b));
	}
	printf("%d %d\n", is_free(&a), is_free(&b));
}
