// SPDX-License-Identifier: MIT
// A hundred tellers move money between a hundred accounts; no cent is lost, no two transfers deadlock.
// flags: -Wno-pedantic
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { ACCOUNTS = 100, TELLERS = 100, TRANSFERS = 10000 };

monitor account { long balance; };

void deposit(account * mutex a, long n) { a->balance += n; }

void transfer(account * mutex from, account * mutex to, long n)
{
	deposit(from, -n);
	deposit(to, n);
}

thread teller { account *bank; unsigned *seeds; int transfers; };

void main(teller *self)
{
	unsigned seed = __atomic_add_fetch(self->seeds, 1, __ATOMIC_RELAXED);
	while (self->transfers < TRANSFERS) {
		account *from = &self->bank[rand_r(&seed) % ACCOUNTS];
		account *to = &self->bank[rand_r(&seed) % ACCOUNTS];
		transfer(from, to, rand_r(&seed) % 100);
		self->transfers++;
	}
}

int main(void)
{
	account bank[ACCOUNTS] = { [0 ... ACCOUNTS - 1] = { 1000 } };
	unsigned seeds = 0;
	{
		teller t[TELLERS] = { [0 ... TELLERS - 1] = { bank, &seeds } };
	}	// they started at their declaration, and have all been joined here
	long total = 0;
	for (int i = 0; i < ACCOUNTS; i++) total += bank[i].balance;
	mutex (stdout) printf("total %ld\n", total);
	return total != ACCOUNTS * 1000L;
}
