// SPDX-License-Identifier: MIT
// flags: -Werror -Wno-conc-pointer-argument
// Nothing is said of a pointer argument; the one error is another one.
#include "misuse.h"

void set(stack *s, int *values, int n);

void f(separate stack *s, int *values)
{
	separate (s) set(s, values, 2);
	set(s, values, 2);
}
