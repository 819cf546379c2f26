// SPDX-License-Identifier: MIT
// What points into a reserved object does not outlive the block.
#include "misuse.h"
#include <stdio.h>
#include <string.h>

struct view { int *first; int n; };
struct view view(stack *s);
void keep(stack *s, node *n, struct view v);
void use(node *n);
int task(stack *s);
actor sink { node *n; };
message gift { node *n; };
receive (sink *self, gift *m) { self->n = m->n; }
static node *global;

node *f(separate stack *s, separate stack *t, sink *a, stack *p)
{
	channel(node *) c = {1};
	struct view v;
	stack *outside;
	separate (s, t) {
		stack *q = s, *r = (s);
		outside = s;
		node *n = s->head;
		n = s->head->next;
		global = find(s, 1);
		int *first = &s->count, *second = s->values, *third = s->values + 2, *fourth = &s->values[1];
		node copy = *s->head;
		v = view(s);
		struct view w = {&s->count, s->count}, x = {.n = 1, .first = s->values};
		node *list[] = {s->head, [2] = find(s, 3)};
		t->head = s->head;
		p->head = s->head;
		void *any = s->head, *own = s;
		c << s->head;
		spawn use(s->head);
		spawn task(s);
		a | (gift){s->head};
		a->n = n = s->head;
		n = (node *)(void *)s->head;
		n = first ? s->head : NULL;
		n = (first++, s->head);
		n = ({ count(s); s->head; });
		n = s->head++;
		n = s->head ?: n;
		for (node *k = s->head; k; k = k->next) { }
		while ((n = s->head)) { }
		__auto_type b = s->head;
		int (*d)[8] = &s->values;
		*p = *s;
		char *e = strchr((char *)s->values, 'a');
		keep(s, s->head, view(s));
		use((struct view){s->values, 1}.n ? NULL : s->head);
		printf("%d\n", s);
		if (n) return s->head;
		return find(s, 2);
		(void)q, (void)r, (void)second, (void)third, (void)fourth, (void)copy, (void)w, (void)x;
		(void)list, (void)any, (void)own, (void)b, (void)d, (void)e;
	}
	return NULL;
}

stack *whole(separate stack *s) { separate (s) return s; }
const int *values(separate stack *s) { separate (s) return s->values; }
struct view viewed(separate stack *s) { separate (s) return view(s); }
