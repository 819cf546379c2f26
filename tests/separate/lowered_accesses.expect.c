#line 1 "lowered_accesses.c"
/* SPDX-License-Identifier: MIT */
/* What a reserved object holds, read, written, and called on. */
#include <conc.h>
#include <string.h>

typedef struct inner {
	int n;
} inner;

typedef struct node {
	int n, v[4];
	unsigned bits : 3;
	volatile int alarm;
	inner in, *pin;
	struct node *head;
	/* separate */ struct node *next;
	void (*run)(struct node *self, int n);
} node;

static void set(node *s, int n) { s->n = n; }
static int get(const node *s) { return s->n; }
static void inner_set(inner *s, int n) { s->n = n; }
static int inner_get(const inner *s) { return s->n; }
static inner *find(node *s, int k) { return k ? s->pin : &s->in; }
static void fill(int v[], int n) { v[0] = n; }

int accesses(/* separate */ node *s, /* separate */ node *t, int n); CONC_CALL_TYPE(inner_set, inner *, int); CONC_CALL_TYPE(fill, int *, int); CONC_CALL_TYPE(set, node *, int);
int accesses(/* separate */ node *s, /* separate */ node *t, int n)
{
	{ CONC_RESERVE(6, s, t); {
		(*CONC_SYNC(conc_reserved_6, s)).n = 1, s[0].n++;
		s->n += 2;
		--s->n;
		s->bits = 1;
		s->alarm = s->alarm + 1;
		s->in = *s->pin;
		s->in.n = s->v[s->n];
		s->v[get(s)] = get(CONC_SYNC(conc_reserved_6 + 1, t));
		s->run(s, 3);
		conc_call_inner_set(conc_reserved_6, &s->in, 3);
		conc_call_inner_set(conc_reserved_6, CONC_SYNC(conc_reserved_6, s)->pin, CONC_SYNC(conc_reserved_6 + 1, t)->n);
		conc_call_inner_set(conc_reserved_6, find(CONC_SYNC(conc_reserved_6, s), 1), 2);
		conc_call_inner_set(conc_reserved_6, find(CONC_SYNC(conc_reserved_6, s), 1) + 1, 2);
		n = inner_get(&CONC_SYNC(conc_reserved_6, s)->in) + inner_get(find(CONC_SYNC(conc_reserved_6, s), get(CONC_SYNC(conc_reserved_6 + 1, t))));
		find(s, 2)->n = find(s, 3)->n;
		conc_call_fill(conc_reserved_6, s->v, 3);
		conc_call_fill(conc_reserved_6, &CONC_SYNC(conc_reserved_6, s)->v[1], 3);
		conc_call_fill(conc_reserved_6, CONC_SYNC(conc_reserved_6, s)->v + 1, 3);
		conc_call_set(conc_reserved_6, CONC_SYNC(conc_reserved_6, s)->head->head, 3);
		for ((void)CONC_SYNC(conc_reserved_6, s); s->next && !s->bits;) n++;
		switch (s->n) {
		case 1: conc_call_set(conc_reserved_6, s, 1); break;
		default: break;
		}
		if (CONC_SYNC(conc_reserved_6, s)->head && s->head != s->head->head && s->next != t && s->next == s) n++;
		memset(s->v, 0, sizeof s->v);
		memcpy(s->v, CONC_SYNC(conc_reserved_6 + 1, t)->v, sizeof t->v);
		n += (int)sizeof *s + (int)sizeof(s->in) + (int)sizeof(get(s));
		__typeof__(s->n) m = s->n;
		inner copy = s->in, copies[2] = {*find(s, 1), *s->pin};
		n += m + copy.n + copies[1].n + (s->head == NULL ? get(n ? s : t) : 0);
	} }
	return n;
}
