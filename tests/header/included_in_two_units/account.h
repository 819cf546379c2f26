// SPDX-License-Identifier: MIT
#ifndef ACCOUNT_H
#define ACCOUNT_H
#include <conc.h>

monitor account { long balance; };
thread clerk { account *a; };

void main(clerk *self);
void work(account *a);

static inline void deposit(account * mutex a, long n)
{
	a->balance += n;
}

#endif
