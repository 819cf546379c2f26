#line 1 "lowered.c"
/* SPDX-License-Identifier: MIT */
/* A query, a call, and what an object holds, of one object and of several. */
#include <conc.h>

typedef struct stack {
	int n, v[10];
	struct stack *inner;
	/* separate */ struct stack *next;
} stack;

static void push(stack *s, int v) { s->v[s->n++] = v; }
static int count(const stack *s) { return s->n; }
static int pop(stack *s) { return s->v[--s->n]; }
static void transfer(stack *x, stack *y, int n)
{
	while (n--) push(y, pop(x));
}
static void link_to(stack *s, /* separate */ stack *next) { s->next = next; } CONC_CALL_TYPE(push, stack *, int);
static void give(/* separate */ stack *s)
{
	conc_single_call_push(CONC_HERE, s, 7);
}

static struct {
	/* separate */ stack *s;
} holder; CONC_CALL_TYPE(link_to, stack *, stack *);

int main(void)
{ CONC_MAIN;
	int x, y;
	/* separate */ stack *s = CONC_NEW_SEPARATE(8, stack, {0});
	/* separate */ stack *t = CONC_NEW_SEPARATE_WITH(10, s, stack, { .n = 0 });
	{ CONC_RESERVE(11, s); { conc_call_push(conc_reserved_11, s, 1); x = count(CONC_SYNC(conc_reserved_11, s)); } }
	{ CONC_RESERVE(12, s, t); CONC_REQUIRE(12, count(s) > 0 && count(t) == 0); {
		transfer(s, t, 1);
		conc_call_link_to(conc_reserved_12, s, t);
		give(t);
		y = CONC_SYNC(conc_reserved_12, s)->n + CONC_SYNC(conc_reserved_12 + 1, t)->v[0];
		s->v[2] = 3, t->n++;
		conc_call_push(conc_reserved_12, s->inner, 2);
		{ CONC_RESERVE_IN(13, 12, s); conc_call_push(conc_reserved_13, s, count(CONC_SYNC(conc_reserved_12 + 1, t))); }
		if (s == t || CONC_SYNC(conc_reserved_12, s)->next == t) give(s);
	} }
	holder.s = s;
	{ stack *const conc_object_14 = holder.s; stack *const n = t; CONC_RESERVE(14, conc_object_14, n); {
		conc_call_push(conc_reserved_14, conc_object_14, 1);
		transfer(CONC_SYNC(conc_reserved_14 + 1, n), CONC_SYNC(conc_reserved_14, conc_object_14), 3);
	} }
	CONC_DELETE_SEPARATE(s);
	CONC_DELETE_SEPARATE(t);
	return x + y;
}
