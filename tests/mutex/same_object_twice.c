// SPDX-License-Identifier: MIT
// An object named twice, by whatever name, is locked once, also when it is not re-entrant.
#include "leaving.h"

int main(void)
{
	conc_mutex m[3] = {0}, *p = &m[1];
	mutex (m[1], p) puts("two");
	mutex (p, m[0], m[1], m[2], *p, m[0]) printf("six %d %d %d\n", is_free(m), is_free(m + 1), is_free(m + 2));
	printf("%d %d %d\n", is_free(m), is_free(m + 1), is_free(m + 2));
}
