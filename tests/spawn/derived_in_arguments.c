// SPDX-License-Identifier: MIT
// A pointer to a derived monitor where a base is wanted: in a spawn's arguments, and further inside them.
// flags: -Wno-pedantic
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };
monitor savings { inline account; double rate; };

static void deposit(account * mutex a, long n) { a->balance += n; }
static long balance(account * mutex a) { return a->balance; }
static long both(account * mutex a, long n) { return a->balance + n; }

int main(void)
{
	savings s = { { 1 }, 0.5 };
	task(long) t = spawn both(&s, balance(&s)), u = spawn both((&s), ({ account *a = &s; deposit(&s, 10); balance(a); }));
	printf("%d %ld\n", join(t) > 1 ? 2 : 0, join(u));
	printf("%ld\n", join(spawn both(&s, join(spawn both(&s, balance(&s))))));
}
