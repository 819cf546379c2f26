// SPDX-License-Identifier: MIT
// A thread object begins after its declaration and has ended where its scope ends.
#include <conc.h>
#include "race.h"

thread worker { int *n; };

void main(worker *self) { ++*self->n; }

int main(void)
{
	int n = 1;
	{
		worker w = { &n };
		BESIDE(n++;)
	}
	return n < 2;
}
