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
	separate struct node *next;
	void (*run)(struct node *self, int n);
} node;

static void set(node *s, int n) { s->n = n; }
static int get(const node *s) { return s->n; }
static void inner_set(inner *s, int n) { s->n = n; }
static int inner_get(const inner *s) { return s->n; }
static inner *find(node *s, int k) { return k ? s->pin : &s->in; }
static void fill(int v[], int n) { v[0] = n; }

int accesses(separate node *s, separate node *t, int n);
int accesses(separate node *s, separate node *t, int n)
{
	separate (s, t) {
		(*s).n = 1, s[0].n++;
		s->n += 2;
		--s->n;
		s->bits = 1;
		s->alarm = s->alarm + 1;
		s->in = *s->pin;
		s->in.n = s->v[s->n];
		s->v[get(s)] = get(t);
		s->run(s, 3);
		inner_set(&s->in, 3);
		inner_set(s->pin, t->n);
		inner_set(find(s, 1), 2);
		inner_set(find(s, 1) + 1, 2);
		n = inner_get(&s->in) + inner_get(find(s, get(t)));
		find(s, 2)->n = find(s, 3)->n;
		fill(s->v, 3);
		fill(&s->v[1], 3);
		fill(s->v + 1, 3);
		set(s->head->head, 3);
		while (s->next && !s->bits) n++;
		switch (s->n) {
		case 1: set(s, 1); break;
		default: break;
		}
		if (s->head && s->head != s->head->head && s->next != t && s->next == s) n++;
		memset(s->v, 0, sizeof s->v);
		memcpy(s->v, t->v, sizeof t->v);
		n += (int)sizeof *s + (int)sizeof(s->in) + (int)sizeof(get(s));
		__typeof__(s->n) m = s->n;
		inner copy = s->in, copies[2] = {*find(s, 1), *s->pin};
		n += m + copy.n + copies[1].n + (s->head == NULL ? get(n ? s : t) : 0);
	}
	return n;
}
