// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdio.h>

monitor box { int full; conc_condition filled; };
static conc_mutex m, n;
static conc_condition c;

void f(box * mutex b, box *d, conc_mutex *p);
void f(box * mutex b, box *d, conc_mutex *p)
{
	waituntil (conc_wait(&c, &m)) { } or waituntil (conc_wait(&b->filled, &n)) { }
	waituntil (conc_wait(&c, b)) { } or waituntil (conc_wait(&c)) { }
	waituntil (conc_wait(&c, p)) { } or waituntil (conc_wait(&b->filled, &n)) { }	// may be the same
	waituntil (conc_wait(&c, stdout)) { }
	waituntil (conc_wait(c, &m)) { }
	waituntil (conc_wait_for(&c, &m, 1s)) { }
	waituntil (conc_wait_with(&c, &m)) { }
	waituntil (conc_wait(&c, b)) { } or else { }
	waituntil (conc_wait(&c, b)) { } or when (d->full) else { }
}

void g(box *b);
void g(box *b)
{
	waituntil (conc_wait(&b->filled)) { }
}
