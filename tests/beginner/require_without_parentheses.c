// SPDX-License-Identifier: MIT
// Require without parentheses.
#include <conc.h>
#include <stdio.h>

struct cell { int n; };
static bool full(struct cell *c) { return c->n > 0; }
int main(void)
{
	separate struct cell *c = new separate struct cell {5};
	separate (c) require full(c) { }
}
