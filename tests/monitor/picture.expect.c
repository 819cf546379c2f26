#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

typedef struct account account; struct account { long balance; struct conc_owner_lock conc_owner; };
typedef struct savings savings; struct savings { union { account conc_account; struct { long balance; struct conc_owner_lock conc_owner; }; }; double rate; };

static account one = { .balance = 5 };

long f(savings *s);

long f(savings *s)
{
	account a = {0}, b = {0}, c = { .balance = 3 };
	savings d = { .conc_account = { .balance = 5 }, .rate = 0.1 };
	account *base = (account *)s;
	{ CONC_HOLD6(4, conc_owner_lock, CONC_MONITOR(&a), CONC_MONITOR(&b), CONC_MONITOR(&c), CONC_MONITOR(&d), CONC_MONITOR(base), CONC_MONITOR(&one)); return base->balance + one.balance + s->balance; }
}
