// SPDX-License-Identifier: MIT
// Three threads count under a mutex.
#include <conc.h>

enum { THREADS = 3, ROUNDS = 10 };

static conc_mutex m;
static int count;

thread clerk {};

void main(clerk *self)
{
	(void)self;
	for (int i = 0; i < ROUNDS; i++)
		mutex (m) count++;
}

int main(void)
{
	{
		clerk c[THREADS];
	}
	conc_test_assert(count == THREADS * ROUNDS);
}
