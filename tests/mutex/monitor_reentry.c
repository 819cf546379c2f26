// SPDX-License-Identifier: MIT
// A monitor may be entered again by the thread that is in it, also by recursion.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };

static void deposit(account * mutex a, int times)
{
	a->balance += 1;
	if (times > 1) deposit(a, times - 1);
}

static void transfer(account * mutex from, account * mutex to, long n)
{
	mutex (to, from) {
		from->balance -= n;
		deposit(to, 1);
	}
}

int main(void)
{
	account a, b;
	deposit(&a, 100);
	transfer(&a, &b, 30);
	transfer(&a, &a, 0);
	mutex (a) printf("%ld %ld\n", a.balance, b.balance);
}
