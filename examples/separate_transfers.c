// SPDX-License-Identifier: MIT
// Transfers for which nobody waits. Each is one call on two accounts, which it has for itself while it runs; no lock is named, and no
// two of them can deadlock. One client's calls on the same accounts take place in the order in which it has made them.
#include <conc.h>
#include <stdio.h>

enum { ACCOUNTS = 8, CLERKS = 4, TRANSFERS = 1000, START = 100 };

typedef struct account { long balance, refused; } account;

static void transfer(account *from, account *to, long sum)
{
	if (from->balance < sum) {
		from->refused++;
		return;
	}
	from->balance -= sum;
	to->balance += sum;
}

// What both have, at one moment.
static long both(const account *a, const account *b) { return a->balance + b->balance; }

static unsigned below(unsigned *state, unsigned n)
{
	*state = *state * 1103515245 + 12345;
	return (*state >> 16) % n;
}

static void clerk(separate account *const *accounts, unsigned number)
{
	unsigned state = number;
	for (int i = 0; i < TRANSFERS; i++) {
		unsigned a = below(&state, ACCOUNTS), b = (a + 1 + below(&state, ACCOUNTS - 1)) % ACCOUNTS;
		separate account *from = accounts[a], *to = accounts[b];
		spawn separate (from, to) transfer(from, to, 1 + below(&state, START));
	}
}

int main(void)
{
	separate account *accounts[ACCOUNTS];
	long sum = 0, most = 0;
	for (int i = 0; i < ACCOUNTS; i++) accounts[i] = new separate account { .balance = START };
	scope {
		for (unsigned i = 0; i < CLERKS; i++) spawn clerk(accounts, i + 1);
	}
	for (int i = 0; i < ACCOUNTS; i += 2) { // behind all transfers of these two
		separate account *a = accounts[i], *b = accounts[i + 1];
		task(long) t = spawn separate (a, b) both(a, b);
		long two = join(t);
		if (two > most) most = two;
	}
	for (int i = 0; i < ACCOUNTS; i++) {
		separate account *a = accounts[i];
		separate (a) sum += a->balance;
		delete a;
	}
	printf("%ld\n", sum);
	return most > ACCOUNTS * START;
}
