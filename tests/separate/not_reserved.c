// SPDX-License-Identifier: MIT
// A ';' behind the operands, and one behind the condition.
#include "misuse.h"

void f(separate stack *s)
{
	separate (s);
	separate (s) require (count(s) > 0);
}
