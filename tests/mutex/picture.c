// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

void deposit(account * mutex a, long n);
long balance(const account * mutex(read) a);
long unpaid(conc_rw_lock * mutex(read) l, account * mutex a);
void transfer(account * mutex from, account * mutex to, long n);
void f(account *a, account *b, account c[3], int x);

void deposit(account * mutex a, long n) { a->balance += n; }
long balance(const account * mutex(read) a) { return a->balance; }
long unpaid(conc_rw_lock * mutex(read) l, account * mutex a) { return l ? -a->balance : 0; }

void transfer(account * mutex from,
	account * mutex to, long n)
{
	from->balance -= n;	// unchanged
	to->balance += n;
}

void f(account *a, account *b, account c[3], int x)
{
	conc_mutex m = {0};
	conc_rw_lock rw = {0};
	mutex (a) { a->balance++; }
	mutex (a, b) x = 1;
	mutex (a, stdout) {
		puts("both");
	}
	mutex (c[1], *a) mutex (m) x++;
	mutex (m, conc_reading(&rw), a) x--;
	(void)x;
}
