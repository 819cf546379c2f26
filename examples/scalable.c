// SPDX-License-Identifier: MIT
// The smallest actor that replicates itself: it counts the primes among the numbers that it is sent. What it does with a
// number is `scalable`: when there are enough of them to be worth it, the runtime makes replicas of the actor that count side
// by side, each in fields of its own. Before the ordinary message, `print`, all of them are imported. Who sends sees nothing
// of it: one actor, and every number before `print` counted when it prints.
#include <conc.h>
#include <stdbool.h>
#include <stdio.h>

actor counter { long numbers, primes; };
message number { long value; };
message print { const char *what; };

static bool is_prime(long n)
{
	for (long i = 2; i * i <= n; i++)
		if (n % i == 0) return false;
	return n > 1;
}

scalable receive (counter *self, number *m)
{
	self->numbers++;
	self->primes += is_prime(m->value);
}

receive (counter *self, print *m) { printf("%s: %ld numbers, %ld primes\n", m->what, self->numbers, self->primes); }

// A replica begins with all its bytes zero, and needs no more here.
export (counter *self, counter *replica) { }

// Moves what the replica has counted, and leaves it as export did.
import (counter *self, counter *replica)
{
	self->numbers += replica->numbers;
	self->primes += replica->primes;
	replica->numbers = replica->primes = 0;
}

int main(void)
{
	conc_actors_start(NULL);
	counter c = {};
	for (long n = 0; n < 10000; n++) c | (number){ n };
	c | (print){ "below ten thousand" };
	for (long n = 1000000; n < 1010000; n++) c | (number){ n };
	c | (print){ "with those above a million" };
	conc_actors_stop();
}
