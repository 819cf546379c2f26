// SPDX-License-Identifier: MIT
// A thousand tellers move money between a hundred accounts. No cent is lost, and since
// accounts are locked in address order, no two transfers wait for each other.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { ACCOUNTS = 100, TELLERS = 1000, TRANSFERS = 1000 };

monitor account { long balance; };

thread teller {
	account *accounts;
	unsigned seed;
	int transfers;
};

void transfer(account * mutex from, account * mutex to, long n)
{
	from->balance -= n;
	to->balance += n;
}

void main(teller *self)
{
	while (self->transfers < TRANSFERS) {
		account *from = &self->accounts[rand_r(&self->seed) % ACCOUNTS];
		account *to = &self->accounts[rand_r(&self->seed) % ACCOUNTS];
		transfer(from, to, rand_r(&self->seed) % 100);
		self->transfers++;
	}
}

int main(void)
{
	account accounts[ACCOUNTS];
	for (int i = 0; i < ACCOUNTS; i++)
		accounts[i].balance = 1000;

	teller *tellers[TELLERS];
	for (int i = 0; i < TELLERS; i++)
		tellers[i] = new teller { accounts, i, 0 };

	long transfers = 0, total = 0;
	for (int i = 0; i < TELLERS; i++) {
		join(tellers[i]);
		transfers += tellers[i]->transfers;
		delete tellers[i];
	}
	for (int i = 0; i < ACCOUNTS; i++)
		total += accounts[i].balance;
	printf("%ld transfers, %ld in all accounts\n", transfers, total);
	return total != ACCOUNTS * 1000L;
}
