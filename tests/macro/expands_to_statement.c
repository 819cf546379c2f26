// SPDX-License-Identifier: MIT
// Dialect that comes out of macros: a whole statement, a definition, a qualifier.
#include <conc.h>
#include <stdio.h>

#define WITH(lock) mutex (lock)
#define MONITOR(name, members) monitor name { members }
#define SYNCHRONISED * mutex
#define LATER(call) spawn call
#define SWAP(a, b) mutex (a, b) { long t = a->n; a->n = b->n; b->n = t; }

MONITOR(cell, long n;);

static void set(cell SYNCHRONISED c, long n) { c->n = n; }
static long get(cell SYNCHRONISED c) { return c->n; }

int main(void)
{
	cell a = { 1 }, b = { 2 }, *p = &a, *q = &b;
	WITH (a) a.n++;
	set(&b, 30);
	SWAP(p, q)
	task(long) t = LATER(get(&a));
	printf("%ld %ld\n", join(t), get(&b));
}
