/* SPDX-License-Identifier: MIT */
/* A query, a call, and what an object holds, of one object and of several. */
#include <conc.h>

typedef struct stack {
	int n, v[10];
	struct stack *inner;
	separate struct stack *next;
} stack;

static void push(stack *s, int v) { s->v[s->n++] = v; }
static int count(const stack *s) { return s->n; }
static int pop(stack *s) { return s->v[--s->n]; }
static void transfer(stack *x, stack *y, int n)
{
	while (n--) push(y, pop(x));
}
static void link_to(stack *s, separate stack *next) { s->next = next; }
static void give(separate stack *s)
{
	separate (s) push(s, 7);
}

static struct {
	separate stack *s;
} holder;

int main(void)
{
	int x, y;
	separate stack *s = new separate stack {};
	separate stack *t = new separate(s) stack { .n = 0 };
	separate (s) { push(s, 1); x = count(s); }
	separate (s, t) require (count(s) > 0 && count(t) == 0) {
		transfer(s, t, 1);
		link_to(s, t);
		give(t);
		y = s->n + t->v[0];
		s->v[2] = 3, t->n++;
		push(s->inner, 2);
		separate (s) push(s, count(t));
		if (s == t || s->next == t) give(s);
	}
	holder.s = s;
	separate (holder.s, n = t) {
		push(holder.s, 1);
		transfer(n, holder.s, 3);
	}
	delete s;
	delete t;
	return x + y;
}
