// SPDX-License-Identifier: MIT
// The values of new stand in braces, and an array says how many.
#include <conc.h>
thread worker { int n; };
void main(worker *self) { self->n++; }
void f(void)
{
	worker *p = new worker(3);
	int *q = new int[];
	(void)p, (void)q;
}
