// SPDX-License-Identifier: MIT
// Separate pointers and plain ones are not mixed.
#include "misuse.h"
#include <string.h>

struct plain { stack *s; int n; };
struct holder { int n; separate stack *s; };
message give { separate stack *s; stack *p; };
actor keeper { separate stack *s; };
receive (keeper *self, give *m) { self->s = m->p; }

void plain(stack *s);
void other(separate stack *s);
void any(void *p);
static separate stack *shared;

separate stack *returned(stack *p) { return p; }
stack *returned_plain(separate stack *s) { return s; }

void f(separate stack *s, stack *p, void *v, int n, keeper *k)
{
	separate stack *t = p;
	stack *q = s;
	const stack *cq = s;
	void *w = s;
	t = p;
	t = v;
	shared = p;
	q = s;
	w = s;
	plain(s);
	other(p);
	any(s);
	memset(s, 0, sizeof *s);
	push(s, 1);
	struct plain one = {s, 1}, two = {.n = 1, .s = s};
	struct holder three = {1, p}, four = {.s = p};
	stack *list[] = {s, [3] = s};
	separate stack *separates[2] = {p};
	one = (struct plain){s, 2};
	two.s = s;
	three.s = p;
	t = n ? s : p;
	q = n ? p : NULL;
	q = n ? s : NULL;
	stack **pp = &s;
	separate stack **ss = &p;
	q = (stack *)s;
	t = (separate stack *)p;
	t = (separate stack *)&one;
	char *bytes = (char *)s;
	plain((stack *)s);
	channel(separate stack *) c = {1};
	channel(stack *) d = {1};
	c << p;
	d << s;
	q << c;
	t << d;
	spawn plain(s);
	spawn other(p);
	k | (give){p, s};
	separate stack *made = new separate stack {.other = p};
	stack *kept = new separate stack {};
	separate stack *no = new stack {};
	separate (s) { other(p); plain(t); t = p; q = t; separate stack *u = s->head; t = n ? s : p; }
	(void)(t == p), (void)cq, (void)w, (void)list, (void)separates, (void)four, (void)pp, (void)ss;
	(void)bytes, (void)made, (void)kept, (void)no;
}

struct operations { void (*push)(separate stack *, int); void (*plain)(stack *, int); };
void separate_push(separate stack *s, int n);
void run(void (*f)(separate stack *s, int n));

void function_pointers(separate stack *s)
{
	void (*f)(separate stack *, int) = push, (*g)(stack *, int) = push;
	g = separate_push;
	f = &push;
	struct operations o = {push, separate_push}, right = {.push = separate_push, .plain = push};
	run(push);
	run(separate_push);
	f(s, 1);
	g(s, 1);
	separate (s) { g(s, 1); f(s, 1); right.push(s, 1); right.plain(s, 1); o.push(s, 1); }
}

void conflict(separate stack *s);
void conflict(stack *s) { (void)s; }
extern separate stack *global;
stack *global;
separate stack *made(void);
stack *made(void);
