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

int macros(CELL *c);
int macros(CELL *c)
{
	int n = 0;
	WITH (c) {
		SET(c, LIMIT);
		n = MAX(get(c), LIMIT) + VALUE(c);
		assert(get(c) == LIMIT);
		TWICE(c);
		VALUE(c) = MAX(n, LIMIT);
	}
	return n;
}
