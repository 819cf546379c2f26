// SPDX-License-Identifier: MIT
// schedules: leaks:off
// Return from main waits for what a handler has been asked to do, and not for the end of the block that has asked for
// it, also where the block begins only now.
#include <conc.h>
#include <stdio.h>
typedef struct { long n; } cell;
static channel(int) never;
static void add(cell *c) { c->n++; }
static void holds(separate cell *c)
{
	int n;
	separate (c) { add(c); n << never; (void)n; }
}
int main(void)
{
	separate cell *b = new separate cell {};
	spawn holds(b);
	conc_yield();
	puts("end");
}
