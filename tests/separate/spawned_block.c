// SPDX-License-Identifier: MIT
#include <conc.h>
typedef struct account { long balance; } account;
void f(separate account *a, separate account *b);
void f(separate account *a, separate account *b)
{
	spawn separate (a, b) { a->balance--; b->balance++; }
	spawn separate (a, b) require (a->balance > 0) { a->balance--; b->balance++; }
}
