// SPDX-License-Identifier: MIT
// What can be reserved, and what the block does with the name.
#include "misuse.h"

struct holder { separate stack *s; stack *p; };

separate stack *make_like(separate stack *s);

void f(separate stack *s, stack *p, int n, separate stack **list, struct holder *h, void *v)
{
	separate stack *array[2] = {s, s};
	stack object = {0};
	separate (p) { push(p, 1); }
	separate (n) { n++; }
	separate (array) { }
	separate (list) { }
	separate (object) { }
	static separate stack *_Atomic atomic;
	separate (atomic) { }
	separate (h->p) { push(h->p, 1); }
	separate (v) { }
	separate (nowhere) { push(nowhere, 1); }
	separate (list[1]) { push(list[1], 1); }
	separate (*list) { push(*list, 1); }
	separate (make()) { }
	separate (n ? s : array[0]) { }
	separate (h->s = s) { }
	separate (x += s) { }
	separate (x = p) { push(x, 1); }
	separate (x = n) { }
	separate (s = h->s) { push(s, 1); }
	separate (s = make_like(s)) { push(s, 1); }
	separate (s, s) { push(s, 1); }
	separate (s, h->s, (s), h->s) { push(s, 1); }
	separate (x = s, x = s) { push(x, 1); }
	separate (s) {
		s = NULL;
		(s) = array[0];
		s++;
		separate stack **address = &s;
		separate stack **other = &(s);
		(void)address, (void)other;
	}
	channel(separate stack *) c = {1};
	future(separate stack *) g = {};
	separate (s) { c << s; s << c; s << g; conc_try_receive(&c, &s); waituntil (s << c) { } }
	separate (h->s) { h->s = NULL; separate stack **address = &h->s; (void)address; }
	separate (s) { delete s; push(s, 1); n = s->count; }
	separate (s) { if (n) delete s; push(s, 1); }
	separate (s) { switch (n) { case 1: delete s; break; case 2: push(s, 1); } }
	separate (s) { delete s; return; again: push(s, 1); goto again; }
	separate (s) { conc_set_passive(s); conc_set_active(s); }
	separate (s) { separate (array[0] ? s : s) { } }
}
