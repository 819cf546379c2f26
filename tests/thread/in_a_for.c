// SPDX-License-Identifier: MIT
// Where a thread cannot stand, and what is no lock to wait with.
#include <conc.h>
#include <stdio.h>
thread worker { int n; };
void main(worker *self) { self->n++; }
void f(conc_condition *c, conc_mutex m, int n)
{
	for (worker w = {0}; n; n--) puts("x");
	conc_wait(c, m);
	conc_wait(c, stdout);
	delete n;
}
