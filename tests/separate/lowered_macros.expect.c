#line 1 "lowered_macros.c"
/* SPDX-License-Identifier: MIT */
/* Macros around objects, calls, statements: what is not touched stays one. */
#include <assert.h>
#include <conc.h>

typedef struct cell {
	int n;
} cell;
static void set(cell *c, int n) { c->n = n; }
static int get(const cell *c) { return c->n; }

#define SET(c, v) set(c, v)
#define VALUE(c) ((c)->n)
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define WITH(c) separate (c)
#define CELL separate cell
#define TWICE(c) do { set(c, 1); set(c, 2); } while (0)
#define LIMIT 3

int macros(/* separate */ cell *c); CONC_CALL_TYPE(set, cell *, int);
int macros(/* separate */ cell *c)
{
	int n = 0;
	{ CONC_RESERVE(3, c); {
		conc_call_set(conc_reserved_3, c, 3);
		n = MAX(get(CONC_SYNC(conc_reserved_3, c)), LIMIT) + VALUE(CONC_SYNC(conc_reserved_3, c));
		assert(get(c) == LIMIT);
		do { conc_call_set(conc_reserved_3, c, 1); conc_call_set(conc_reserved_3, c, 2); } while (0);
		VALUE(CONC_SYNC(conc_reserved_3, c)) = MAX(n, LIMIT);
	} }
	return n;
}
