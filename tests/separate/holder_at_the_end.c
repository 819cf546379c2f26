// SPDX-License-Identifier: MIT
// Return from main does not wait for a detached thread that holds a handler which has nothing to do.
#include <conc.h>
#include <stdio.h>
typedef struct { long n; } cell;
static void add(cell *c) { c->n++; }
static void holds(separate cell *c) { separate (c) { add(c); conc_sleep(1h); } }
int main(void)
{
	separate cell *b = new separate cell {};
	spawn holds(b);
	conc_sleep(2ms);
	puts("end");
}
