// SPDX-License-Identifier: MIT
// No kind is _Thread_local, _Atomic, register, a union member or a compound literal.
#include <conc.h>

monitor account { long balance; };

static _Thread_local account a;
static _Atomic(account) b;
union either { int n; account c; };

long f(void)
{
	register account d;
	account *e = &(account){ 5 };
	return d.balance + e->balance;
}
