// SPDX-License-Identifier: MIT
// Accounts that are actors: no lock anywhere. A teller asks for a transfer and waits for the answer; a savings account
// is an account that gives interest on what comes in.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { ACCOUNTS = 20, TELLERS = 4, TRANSFERS = 100 };

actor account { long balance; };
actor savings { inline account; long interest; };

message deposit { long n; };
message transfer { long n; account *to; future(bool) *done; };

receive (account *self, deposit *m) { self->balance += m->n; }

receive (account *self, transfer *m)
{
	bool covered = self->balance >= m->n;
	if (covered) {
		self->balance -= m->n;
		*m->to | (deposit){ m->n };
	}
	*m->done << covered;
}

receive (savings *self, deposit *m)
{
	self->balance += m->n;
	self->interest += m->n / 10;
}

thread teller { account *bank; unsigned seed; long refused; };

void main(teller *self)
{
	for (int i = 0; i < TRANSFERS; i++) {
		account *from = &self->bank[rand_r(&self->seed) % ACCOUNTS];
		future(bool) done = {};
		bool covered;
		*from | (transfer){ rand_r(&self->seed) % 100, &self->bank[rand_r(&self->seed) % ACCOUNTS], &done };
		covered << done;
		self->refused += !covered;
	}
}

int main(void)
{
	account bank[ACCOUNTS];
	savings piggy = {};
	conc_actors_start(NULL);
	for (int i = 0; i < ACCOUNTS; i++) bank[i] | (deposit){ 1000 };
	{
		teller t[TELLERS] = { { bank, 1 }, { bank, 2 }, { bank, 3 }, { bank, 4 } };
	}
	for (int i = 1; i <= 10; i++) piggy | (deposit){ 100 * i };
	conc_actors_stop();	// here the last deposits have been made
	long total = 0;
	for (int i = 0; i < ACCOUNTS; i++) total += bank[i].balance;
	printf("total %ld\npiggy bank %ld, interest %ld\n", total, piggy.balance, piggy.interest);
	return total != ACCOUNTS * 1000L;
}
