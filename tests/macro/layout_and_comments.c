// SPDX-License-Identifier: MIT
// Constructs spread over lines, with comments and continuations in odd places.
#include <conc.h>
#include <stdio.h>

monitor /* what */ account // where
{
	long balance;	/* how much */
}
;

static void transfer(account
	* mutex	// locked
	from, account * /* locked too */ mutex to,
	long n)
{
	from->balance -= n; to->balance += n;
}

int main(void)
{
	account a = { /* ten */ 10 }, b
		= {
			20,
		};
	transfer(&a, &b,
		5);
	mutex
	(
		a,	// first
		b	/* second */
	)
	{
		printf("%ld %ld %d\n", a.balance, b.balance, \
			__LINE__);
	}
	mu\
tex (a) puts("continued");
}
