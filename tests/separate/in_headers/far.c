#include "cell.h"

void far(cell *c, int n) { c->n += n; }

int far_get(separate cell *c)
{
	separate (c) {
		set(c, get(c) + 1);
		far(c, 100);
		return get(c);
	}
}
