/* SPDX-License-Identifier: MIT */
// flags: -Wno-pedantic -Wno-gnu -Wno-conc-pointer-argument (statement expressions)
/* Which calls are logged, and which wait: by what they return, what they are given, and where they
 * stand. */
#include <conc.h>


typedef struct node {
	int n;
	separate struct node *next;
} node;
typedef struct labelled {
	int n;
	const char *text;
} labelled;
typedef struct plain {
	int n;
	void (*run)(void);
	separate node *s;
} plain;
enum colour { RED };

static void set(node *s, int n) { s->n = n; }
static int get(const node *s) { return s->n; }
static void paint(node *s, enum colour c, long double x, _Bool b) { s->n = c + (int)x + b; }
static void say(node *s, const char *text, const void *more) { s->n = !text + !more; }
static void each(node *s, int (*f)(int), void (*g)(void)) { s->n = f(!g); }
static void give(node *s, labelled x) { s->n = x.n; }
static void give_plain(node *s, plain x) { s->next = x.s; }
static void read_from(node *s, const int v[]) { s->n = v[0]; }
static void many(node *s, int a, int b, int c, int d, int e, int f, int g)
{
	s->n = a + b + c + d + e + f + g;
}
static void more(node *s, int a, int b, int c, int d, int e, int f, int g, void (*h)(void))
{
	s->n = a + b + c + d + e + f + g + !h;
}
static int square(int n) { return n * n; }
void later(node *s, unsigned long long n);
static void link_to(node *s, separate node *next) { s->next = next; }

static void step(node *s, int n)
{
	s->n += n;
	separate (me = separate_of(s)) step(me, n - 1);
}

int calls(separate node *s, separate node *t, int n);
int calls(separate node *s, separate node *t, int n)
{
	int data[1] = {n};
	void (*pointer)(node *, int) = set;
	separate (s, t) {
		/* logged */
		set(s, n);
		(set)((s), n);
		paint(s, RED, 1.5L, n > 2);
		say(s, "literal", NULL);
		each(s, square, 0);
		give_plain(s, (plain){n, 0, t});
		later(s, 3);
		many(s, 1, 2, 3, 4, 5, 6, 7);
		more(s, 1, 2, 3, 4, 5, 6, 7, 0);
		link_to(s, s->next);
		set(s, get(t));
		step(s, 3);
		n ? set(s, 1) : set(t, 2);
		if (n) set(s, 1);
		else set(t, 1);
		for (set(s, 0), n = 0; n < 3; set(s, n), n++) continue;
		do set(s, 1);
		while (n++ < 8);
		n = (set(s, 1), get(s));
		(void)set(s, n);
		n = ({ set(s, 1); get(t); });
		/* not */
		pointer(s, 3);
		give(s, (labelled){1, "text"});
		read_from(s, data);
		n += square((set(s, 1), get(s)));
		set(s, ({ set(s, 1); n; }));
		(n ? s : t)->n = 3;
	}
	return n;
}
