// SPDX-License-Identifier: MIT
// Threads that name the same two locks in opposite order do not wait for each other for ever.
#include <conc.h>
#include <stdio.h>

monitor cell { long n; };
thread worker { cell *a, *b; };

void main(worker *self)
{
	for (int i = 0; i < 10000; i++)
		mutex (self->a, self->b) {
			self->a->n++;
			self->b->n--;
			if (i % 100 == 0) conc_yield();
		}
}

int main(void)
{
	cell x, y;
	{
		worker w[4] = { { &x, &y }, { &y, &x }, { &x, &y }, { &y, &x } };
	}
	printf("%ld %ld\n", x.n, y.n);
}
