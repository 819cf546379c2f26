// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

thread yielder { long n, done; };

void main(yielder *self)
{
	while (self->done < self->n) {
		self->done++;
		conc_yield();
	}
}

static long both(long n)
{
	yielder y[2] = { { n }, { n } };
	join(y[0]);
	join(y[1]);
	return y[0].done + y[1].done;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1000000;
	both(n / 10);
	double start = clock_ns();
	long done = both(n);
	report((clock_ns() - start) / (double)done, done);
}
