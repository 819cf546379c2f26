// SPDX-License-Identifier: MIT
// mutex parameters: of a definition, whatever its prototype says; some, not all; in any place.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

void deposit(account *a, long n);
long both(long n, account * mutex a, const char *name, account * mutex b);

thread worker { account *a; };

void main(worker *self)
{
	for (int i = 0; i < 1000; i++) deposit(self->a, 2);
}

void deposit(account * mutex a, long n)
{
	long seen = a->balance;
	conc_yield();
	a->balance = seen + n;
}

long both(long n, account * mutex a, const char *name, account * mutex b)
{
	printf("%s\n", name);
	return n + a->balance + b->balance;
}

static inline long one(account *a, account * mutex b) { return a->balance - b->balance; }

int main(void)
{
	account a, b = { 5 };
	{
		worker w[3] = { { &a }, { &a }, { &a } };
	}
	void (*p)(account *, long) = deposit;
	p(&b, 1);
	printf("%ld %ld\n", both(1, &a, "name", &b), one(&a, &b));
}
