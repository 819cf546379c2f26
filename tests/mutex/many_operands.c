// SPDX-License-Identifier: MIT
// Two to nine operands, named in descending order of address.
#include "leaving.h"

static conc_mutex m[9];

static void held(int n)
{
	for (int i = 0; i < 9; i++) putchar(is_free(&m[i]) ? '.' : 'x');
	printf(" %d\n", n);
}

int main(void)
{
	mutex (m[1], m[0]) held(2);
	mutex (m[2], m[1], m[0]) held(3);
	mutex (m[3], m[2], m[1], m[0]) held(4);
	mutex (m[4], m[3], m[2], m[1], m[0]) held(5);
	mutex (m[5], m[4], m[3], m[2], m[1], m[0]) held(6);
	mutex (m[6], m[5], m[4], m[3], m[2], m[1], m[0]) held(7);
	mutex (m[7], m[6], m[5], m[4], m[3], m[2], m[1], m[0]) held(8);
	mutex (m[8], m[7], m[6], m[5], m[4], m[3], m[2], m[1], m[0]) held(9);
	held(0);
}
