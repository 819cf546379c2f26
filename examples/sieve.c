// SPDX-License-Identifier: MIT
// The sieve of Eratosthenes as a row of threads: each holds one prime and passes on what it does not
// divide. Closing the first channel ends them all, one after the other.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

thread filter { channel(int) in; int prime; filter *next; };

void main(filter *self)
{
	int n;
	if (!(self->prime << self->in)) return;
	self->next = new filter { {16} };
	while (n << self->in)
		if (n % self->prime) self->next->in << n;
	conc_close(&self->next->in);
	join(self->next);
}

int main(int argc, char **argv)
{
	int limit = argc > 1 ? atoi(argv[1]) : 100;
	filter *first = new filter { {16} };
	for (int n = 2; n <= limit; n++) first->in << n;
	conc_close(&first->in);
	join(first);
	for (filter *f = first, *next; f; f = next) {
		if (f->prime) printf("%d ", f->prime);
		next = f->next;
		delete f;
	}
	printf("\n");
}
