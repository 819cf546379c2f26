/* SPDX-License-Identifier: MIT */
/* What stands in no function reserves nothing. */
#include <conc.h>

typedef struct cell {
	int n;
} cell;
static void set(cell *c, int n) { c->n = n; }
separate cell *c;

{
	separate (c) set(c, 1);
}
