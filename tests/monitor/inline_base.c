// SPDX-License-Identifier: MIT
// A derived monitor has its base's members and lock; a pointer to it goes where one to the
// base is wanted.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; const char *owner; };
monitor savings { inline account; double rate; };
monitor pension { inline savings; int age; };

static void deposit(account * mutex a, long n)
{
	a->balance += n;
}

static void add_interest(savings * mutex s)
{
	deposit(s, (long)((double)s->balance * s->rate));
}

int main(void)
{
	savings s = { { 100, "Ada" }, 0.5 };
	pension p = { { { 1000, "Bob" }, 0.1 }, 70 };
	add_interest(&s);
	add_interest(&p);
	deposit(&p, 5);
	mutex (s, p) printf("%ld %s, %ld %s %d\n", s.balance, s.owner, p.balance, p.owner, p.age);
	account *a = &p;
	mutex (a, p) printf("%ld %d\n", a->balance, (void *)a == (void *)&p);
}
