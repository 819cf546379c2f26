// SPDX-License-Identifier: MIT
// Each operand is evaluated once.
#include "leaving.h"

static conc_mutex m[4];
static int calls;

static conc_mutex *next(void)
{
	return &m[calls++];
}

int main(void)
{
	int i = 2;
	mutex (next(), m[i++], next()) printf("%d %d\n", calls, i);
	mutex (next()) printf("%d\n", calls);
	printf("%d\n", is_free(&m[0]) && is_free(&m[1]) && is_free(&m[2]));
}
