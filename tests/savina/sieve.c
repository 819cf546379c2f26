// SPDX-License-Identifier: MIT
// Savina's Sieve: numbers run through a chain of actors; each keeps some primes and drops what they divide. A new actor
// joins the chain when the last one is full. At the end the chain counts itself, and goes.  sieve [N]
#include <conc.h>
#include <stdio.h>
#include "size.h"

enum { LOCAL = 16 };

actor filter { long primes[LOCAL]; int known; filter *next; };
message number { long n; };
message end { long count; future(long) *result; };

receive (filter *self, number *m)
{
	for (int i = 0; i < self->known; i++)
		if (m->n % self->primes[i] == 0) return Nodelete;
	if (self->known < LOCAL) {
		self->primes[self->known++] = m->n;
		return Nodelete;
	}
	if (!self->next) self->next = new filter {};
	self->next | m;
}

receive (filter *self, end *m)
{
	m->count += self->known;
	if (self->next) self->next | m;
	else *m->result << m->count;
	return Delete;
}

static long primes_below(long n)
{
	long count = 0;
	for (long i = 2; i < n; i++) {
		long d = 2;
		while (d * d <= i && i % d) d++;
		count += d * d > i;
	}
	return count;
}

int main(int argc, char **argv)
{
	long n = size_of_run(argc, argv, 1, 3000, 100), count;
	future(long) result = {};
	conc_actors_start(NULL);
	filter *first = new filter {};
	for (long i = 2; i < n; i++) first | (number){ i };
	first | (end){ 0, &result };
	count << result;
	conc_actors_wait();
	conc_actors_stop();
	conc_test_assert(count == primes_below(n));
	puts("ok");
}
