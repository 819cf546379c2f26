#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdio.h>

typedef struct account account; struct account { long balance; struct conc_owner_lock conc_owner; };

void deposit(account * a, long n);
long balance(const account * a);
long unpaid(conc_rw_lock * l, account * a);
void transfer(account * from, account * to, long n);
void f(account *a, account *b, account c[3], int x);

void deposit(account * a, long n) { CONC_HOLD(8, conc_owner_lock, CONC_MONITOR(a)); a->balance += n; }
long balance(const account * a) { CONC_HOLD(9, conc_owner_reader, CONC_MONITOR(a)); return a->balance; }
long unpaid(conc_rw_lock * l, account * a) { CONC_HOLD_MIXED(10, CONC_AS(conc_rw_reader, l), CONC_AS(conc_owner_lock, CONC_MONITOR(a))); return l ? -a->balance : 0; }

void transfer(account * from,
	account * to, long n)
{ CONC_HOLD2(12, conc_owner_lock, CONC_MONITOR(from), CONC_MONITOR(to));
	from->balance -= n;	// unchanged
	to->balance += n;
}

void f(account *a, account *b, account c[3], int x)
{
	conc_mutex m = {0};
	conc_rw_lock rw = {0};
	{ CONC_HOLD(14, conc_owner_lock, CONC_MONITOR(a)); { a->balance++; } }
	{ CONC_HOLD2(15, conc_owner_lock, CONC_MONITOR(a), CONC_MONITOR(b)); x = 1; }
	{ CONC_HOLD_MIXED(16, CONC_AS(conc_owner_lock, CONC_MONITOR(a)), CONC_AS(FILE, stdout)); {
		puts("both");
	} }
	{ CONC_HOLD2(17, conc_owner_lock, CONC_MONITOR(&c[1]), CONC_MONITOR(a)); { CONC_HOLD(18, conc_mutex, &m); x++; } }
	{ CONC_HOLD_MIXED(19, CONC_AS(conc_mutex, &m), CONC_AS(conc_rw_reader, conc_reading(&rw)), CONC_AS(conc_owner_lock, CONC_MONITOR(a))); x--; }
	(void)x;
}
