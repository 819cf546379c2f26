// SPDX-License-Identifier: MIT
// A base is the first member, of the same sort of kind, and takes its own braces; pointers go up only.
#include <conc.h>
monitor account { long balance; };
monitor late { int n; inline account; };
monitor lost { inline nothing; };
thread mixed { inline account; };
void main(mixed *self) { (void)self; }
monitor savings { inline account; double rate; };
void pay(savings *s);
void f(account *a)
{
	savings one = { 5, 0.1 }, two = { { 5 }, 0.1, 3 };
	account three = { 1, 2 }, four[2] = { 1, 2 };
	savings *up = a;
	pay(a);
	(void)one, (void)two, (void)three, (void)four, (void)up;
}
