// SPDX-License-Identifier: MIT
// What a separate pointer points to is used only in a block that reserves it.
#include "misuse.h"

struct holder { separate stack *s; };

int f(separate stack *s, struct holder *h, separate int *n, separate stack **list)
{
	s->count = 1;
	int count = s->count + s->values[2] + (*s).count;
	stack copy = *s;
	s[0].count = 2;
	n[1] = 3;
	*n = 4;
	h->s->count = 5;
	s->other->count = 6;
	make()->count = 7;
	list[1]->count = 8;
	int *kept = &s->count, *first = s->values;
	separate (s) { s->other->count++; h->s->count = s->count; }
	separate (h->s) { s->count = 3; h->s->count = 4; h[1].s->count = 5; }
	count += (int)sizeof s->count;
	s + 1;
	s++;
	--n;
	count = (int)(s - s);
	s += 2;
	return count + *kept + *first + copy.count;
}
