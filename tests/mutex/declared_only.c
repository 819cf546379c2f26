// SPDX-License-Identifier: MIT
#include <conc.h>

monitor account { long balance; };

void deposit(account * mutex a, long n);
void deposit(account *a, long n) { a->balance += n; }

void crossed(account *a, account * mutex b);
void crossed(account * mutex a, account *b) { a->balance = b->balance; }

void behind(account *a) { a->balance++; }
void behind(account * mutex);
void behind(struct account * mutex unnamed);

typedef int locked(account * mutex a, int n);
locked by_type, *pointer;
int by_type(account *a, int n) { return a->balance > n; }

struct account *result(/* of a pointer */ account * mutex a);
struct account *result(account *a) { return a; }

void old(account * mutex a);
void old(a) account *a; { a->balance--; }

void other(void)
{
	extern int in_block(account *, account * mutex b);
}
int in_block(account *a, account *b) { return a == b; }

/* What is as it should be, or cannot be seen. */
void header(account *a);
void header(account * mutex a) { a->balance++; }
void both(account * mutex a), takes(void (*f)(account * mutex a)), elsewhere(account * mutex a);
void both(account * mutex a) { a->balance++; }
void takes(void (*f)(account *a)) { f(0); }
