// SPDX-License-Identifier: MIT
// Where 'separate' cannot stand.
#include "misuse.h"

void parameter(stack *separate s);

void f(separate stack *s)
{
	separate () { push(s, 1); }
}

void g(separate stack *s)
{
	separate (s) { push(s, 1) }
}

void h(separate stack *s)
{
	stack *separate t = s;
}
