// SPDX-License-Identifier: MIT
// What 'require' can wait for.
#include "misuse.h"

struct holder { separate stack *s; };
static separate stack *shared;

int f(separate stack *s, separate stack *t, struct holder *h)
{
	int n = 0;
	separate (s) require (push(s, 1)) { }
	separate (s) require ((n = count(s)) > 0) { }
	separate (s) require (n++ < 3) { }
	separate (s) require (n = 3) { }
	separate (s) require ((s->count = 2)) { }
	separate (s) require (s->count -= 1) { }
	separate (s, t) require (count(s) > 0 && s->values[t->count++]) { }
	separate (s) { separate (s) require (count(s) > 0) { n = 1; } }
	separate (s, t) { separate (t) require (count(t) > 0) n = 1; }
	separate (h->s) separate (x = h->s) require (count(x) > 0) n = 1;
	separate (shared) { separate (s, shared) require (count(s) > count(shared)) n = 1; }
	separate (s) require (count(s) > 0);
	separate (s) require (nowhere(s)) n = 2;
	separate (s) require (s->nothing) n = 2;
	separate (s) { separate (t) require (count(s) > count(t)) n = 1; }
	return n;
}
