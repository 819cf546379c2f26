// SPDX-License-Identifier: MIT
// A monitor cannot be assigned, passed, returned or initialised by value, nor what contains one.
#include <conc.h>

monitor account { long balance; };
struct bank { account main_account; };

void take(account a);
account give(void);
void f(account *p, struct bank *b);

void f(account *p, struct bank *b)
{
	account a = *p;
	*p = a;
	struct bank c = *b;
	*b = c;
}
