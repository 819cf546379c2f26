// SPDX-License-Identifier: MIT
#include <conc.h>

monitor account { long balance; };
monitor savings { inline account; double rate; };

static account one = { 5 };

long f(savings *s);

long f(savings *s)
{
	account a, b = {0}, c = { .balance = 3 };
	savings d = { { 5 }, 0.1 };
	account *base = s;
	mutex (a, b, c, d, base, one) return base->balance + one.balance + s->balance;
}
