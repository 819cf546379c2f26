// SPDX-License-Identifier: MIT
// flags: -Wno-shadow
// In a block the operand's name stands for the reserved object only where C finds that declaration: not a member, a tag, a
// label, or a name that is declared in the block. A path is the same however it is laid out.
#include <conc.h>
#include <stdio.h>

typedef struct { int n, s; } cell;
struct s { int s; };
struct owner { separate cell *s; int n; };
typedef struct node node;
struct node { int value; separate node *next; };

static void add(cell *c, int n) { c->n += n; }
static int get(const cell *c) { return c->n; }
static void twice(cell *s) { s->n *= 2; }

static void nothing(separate cell *s) { (void)s; }

static int walk(separate node *first)
{
	int sum = 0;
	for (separate node *n = first, *next; n; n = next)
		separate (n) {
			sum += n->value;
			next = n->next;
		}
	return sum;
}

int main(void)
{
	separate cell *s = new separate cell { .s = 7 };
	struct owner o = { s, 1 }, *p = &o;
	separate (s) {
		struct s plain = { .s = 1 };
		add(s, plain.s);
		{
			int s = 5;
			plain.s += s;
		}
		for (int s = 0; s < 2; s++) plain.s += s;
		goto s;
	s:
		add(s, s->s + plain.s);
		void (*add)(cell *, int) = NULL;	// hides the function
		(void)add;
		twice(s);
		nothing(s);
	}
	separate (p->s) {
		add(p -> s, p->n);
		add(p
			->s, 1);
		printf("%d\n", get(p->s) + p /* the same */ ->s->s);
	}
	separate (s) s->n > 10 ? add(s, 1) : add(s, 2);
	separate (s) (void)add(s, 1), (add)(s, 1);
	__typeof__(s) t = s;
	if (s) separate (t) printf("%d\n", get(t)); else puts("null");
again:
	separate (s) if (s->n < 40) { add(s, 5); goto again; }
	separate (t) printf("%d\n", t->n);

	separate node *first = NULL;
	for (int i = 1; i <= 4; i++) first = new separate node { i, first };
	printf("%d\n", walk(first));
	for (separate node *next; first; first = next) {
		separate (first) next = first->next;
		delete first;
	}
	delete s;
}
