// SPDX-License-Identifier: MIT
// A body that begins with a parenthesis is the second of two calls to the grammar, as in C.
#include <conc.h>
#define CHECK(x) ((x) ? (void)0 : (void)++failures)
monitor account { long balance; };
static int failures;
void f(account *a, long n)
{
	mutex (*a) (a->balance += n);
	mutex (a) CHECK(a->balance > 0);
	mutex (a) { (a->balance += n); }
	mutex (a) a->balance = (n);
}
void g(int (*(*mutex)(int))(long), long n)
{
	mutex (1) (n);
}
