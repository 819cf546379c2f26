// SPDX-License-Identifier: MIT
// Three threads count without a lock: an increment is lost between its load and its store.
#include <conc.h>

static int count;

thread clerk { int rounds; };

void main(clerk *self)
{
	for (int i = 0; i < self->rounds; i++) count++;
}

int main(void)
{
	{
		clerk c[3] = { { 2 }, { 2 }, { 2 } };
	}
	conc_test_assert(count == 6);
}
