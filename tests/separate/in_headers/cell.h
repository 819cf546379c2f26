#ifndef CELL_H
#define CELL_H
#include <conc.h>

typedef struct cell {
	int n;
	separate struct cell *next;
} cell;

static inline void set(cell *c, int n) { c->n = n; }
static inline int get(const cell *c) { return c->n; }
static inline void set_twice(separate cell *c, int n)
{
	separate (c) {
		set(c, n);
		set(c, get(c) + 1);
	}
}
void far(cell *c, int n);
int far_get(separate cell *c);

#endif
