// SPDX-License-Identifier: MIT
// Savina's BankTransaction: a teller sends T credits to accounts; each tells a later account of it, waits for its word, and
// then answers the teller. Savings accounts are accounts with a limit; what they refuse goes back.
//     bank_transaction [T [ACCOUNTS]]
#include <conc.h>
#include <stdio.h>
#include "size.h"

enum { LIMIT = 1500 };

actor teller;
actor account { long balance, refused; };
actor savings { inline account; long limit; };
message transaction { long amount; };
message debit { inline transaction; future(bool) *done; };
message credit { inline transaction; savings *to; teller *by; };
message reply { bool done; };
message generate {};
actor teller { account *checking; savings *saving; long accounts, left, to_generate, done, refused; unsigned row; };

receive (teller *self, reply *m);

receive (savings *self, debit *m)
{
	bool fits = self->balance + m->amount <= self->limit;
	if (fits) self->balance += m->amount;
	else self->refused++;
	*m->done << fits;
}

receive (account *self, credit *m)
{
	future(bool) done = {};
	bool ok;
	*m->to | (debit){ { m->amount }, &done };
	ok << done;
	if (ok) self->balance -= m->amount;
	m->by | (reply){ ok };
}

receive (teller *self, generate *m)
{
	account *from = &self->checking[next_random(&self->row) % self->accounts];
	savings *to = &self->saving[next_random(&self->row) % self->accounts];
	*from | (credit){ { next_random(&self->row) % 50 }, to, self };
	if (--self->to_generate) self | m;
}

receive (teller *self, reply *m)
{
	if (m->done) self->done++;
	else self->refused++;
	if (--self->left == 0) return Finished;
}

int main(int argc, char **argv)
{
	long transactions = size_of_run(argc, argv, 1, 2000, 10), n = size_of_run(argc, argv, 2, 20, 3);
	account *checking = new account[n] {};
	savings *saving = new savings[n] {};
	teller t = { checking, saving, n, transactions, transactions, .row = 1 };
	conc_actors_start(NULL);
	for (long i = 0; i < n; i++) {
		checking[i].balance = saving[i].balance = 1000;
		saving[i].limit = LIMIT;
	}
	t | (generate){};
	conc_actors_stop();
	long total = 0, refused = 0;
	for (long i = 0; i < n; i++) {
		conc_test_assert(saving[i].balance >= 1000 && saving[i].balance <= LIMIT);
		total += checking[i].balance + saving[i].balance;
		refused += saving[i].refused;
	}
	conc_test_assert(total == 2000 * n);
	conc_test_assert(t.done + t.refused == transactions && t.refused == refused);
	puts("ok");
	delete saving;
	delete checking;
}
