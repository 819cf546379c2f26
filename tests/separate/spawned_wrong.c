// SPDX-License-Identifier: MIT
#include <conc.h>
typedef struct account { long balance, n; } account;
static void transfer(account *from, account *to, long n) { from->balance -= n; to->balance += n; from->n++; }
static void note(account *a, int *p) { *p = (int)a->n; }
static void none(void) { }
static void link_to(account *a, separate account *b) { (void)a, (void)b; }
void f(separate account *a, separate account *b, account *plain, int *q);
void f(separate account *a, separate account *b, account *plain, int *q)
{
	void (*via)(account *, account *, long) = transfer;
	spawn separate (a, b) transfer(a, plain, 1);
	spawn separate (a) note(a, q);
	spawn separate (a, b) via(a, b, 1);
	spawn separate (a) none();
	spawn separate (a, b) require (a->n > 0) transfer(a, b, 1);
	spawn separate (a, b) transfer(a, b, a->balance);
	spawn separate (plain) note(plain, 0);
	spawn separate (a) note(a, 0);
	spawn separate (a, b) link_to(a, b);
	spawn separate (a, b) transfer(a, b);
	spawn separate (a, b) transfer(a, "x", 3);
}
