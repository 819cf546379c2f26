// SPDX-License-Identifier: MIT
// Tellers move money between accounts, each of which is on a handler of its own. transfer is plain C and knows nothing of
// that: in a block that has both accounts reserved it may be called with them, once their handlers have caught up. An
// auditor reserves all of them at once.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { ACCOUNTS = 4, TELLERS = 8, TRANSFERS = 1000, AUDITS = 200 };

typedef struct { long balance, entries; } account;
typedef struct { separate account *a[ACCOUNTS]; } bank;

static void deposit(account *a, long n)
{
	a->balance += n;
	a->entries++;
}

static bool transfer(account *from, account *to, long n)
{
	if (from->balance < n) return false;
	deposit(from, -n);
	deposit(to, n);
	return true;
}

static int teller(bank b, unsigned seed)
{
	int refused = 0;
	for (int i = 0; i < TRANSFERS; i++) {
		separate account *from = b.a[rand_r(&seed) % ACCOUNTS], *to = b.a[rand_r(&seed) % ACCOUNTS];
		long n = rand_r(&seed) % 300;
		separate (from, to) refused += !transfer(from, to, n);
	}
	return refused;
}

static int audit(bank b)
{
	int wrong = 0;
	for (int i = 0; i < AUDITS; i++)
		separate (w = b.a[0], x = b.a[1], y = b.a[2], z = b.a[3])
			wrong += w->balance + x->balance + y->balance + z->balance != 4000;
	return wrong;
}

int main(void)
{
	bank b;
	task(int) tellers[TELLERS];
	int refused = 0, wrong;
	for (int i = 0; i < ACCOUNTS; i++) b.a[i] = new separate account { .balance = 1000 };
	scope {
		for (int i = 0; i < TELLERS; i++) tellers[i] = spawn teller(b, (unsigned)i + 1);
		task(int) auditor = spawn audit(b);
		for (int i = 0; i < TELLERS; i++) refused += join(tellers[i]);
		wrong = join(auditor);
	}
	long total = 0, entries = 0;
	for (int i = 0; i < ACCOUNTS; i++) {
		separate (a = b.a[i]) total += a->balance, entries += a->entries;
		delete b.a[i];
	}
	printf("total %ld, %ld transfers, %d wrong sums\n", total, entries / 2 + refused, wrong);
}
