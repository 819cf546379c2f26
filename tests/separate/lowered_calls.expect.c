#line 1 "lowered_calls.c"
/* SPDX-License-Identifier: MIT */
// flags: -Wno-pedantic -Wno-gnu -Wno-conc-pointer-argument (statement expressions)
/* Which calls are logged, and which wait: by what they return, what they are given, and where they
 * stand. */
#include <conc.h>


typedef struct node {
	int n;
	/* separate */ struct node *next;
} node;
typedef struct labelled {
	int n;
	const char *text;
} labelled;
typedef struct plain {
	int n;
	void (*run)(void);
	/* separate */ node *s;
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
static void link_to(node *s, /* separate */ node *next) { s->next = next; } static void step(node *, int); CONC_CALL_TYPE(step, node *, int);

static void step(node *s, int n)
{
	s->n += n;
	{ struct node *const me = CONC_SEPARATE_OF(s); CONC_RESERVE(4, me); conc_call_step(conc_reserved_4, me, n - 1); }
}

int calls(/* separate */ node *s, /* separate */ node *t, int n); CONC_CALL_TYPE(set, node *, int); CONC_CALL_TYPE(paint, node *, enum colour, long double, _Bool); CONC_CALL_TYPE(say, node *, const char *, const void *); CONC_CALL_TYPE(each, node *, __typeof__(int (*)(int)), __typeof__(void (*)(void))); CONC_CALL_TYPE(give_plain, node *, plain); CONC_CALL_TYPE(later, node *, unsigned long long); CONC_CALL_TYPE(many, node *, int, int, int, int, int, int, int); CONC_CALL_TYPE_LONG(more, (node *conc_1, int conc_2, int conc_3, int conc_4, int conc_5, int conc_6, int conc_7, int conc_8, __typeof__(void (*)(void)) conc_9), (conc_1, conc_2, conc_3, conc_4, conc_5, conc_6, conc_7, conc_8, conc_9), (conc_request.conc_1, conc_request.conc_2, conc_request.conc_3, conc_request.conc_4, conc_request.conc_5, conc_request.conc_6, conc_request.conc_7, conc_request.conc_8, conc_request.conc_9), node *conc_1; int conc_2; int conc_3; int conc_4; int conc_5; int conc_6; int conc_7; int conc_8; __typeof__(void (*)(void)) conc_9;); CONC_CALL_TYPE(link_to, node *, node *);
int calls(/* separate */ node *s, /* separate */ node *t, int n)
{
	int data[1] = {n};
	void (*pointer)(node *, int) = set;
	{ CONC_RESERVE(10, s, t); {
		/* logged */
		conc_call_set(conc_reserved_10, s, n);
		conc_call_set(conc_reserved_10, (s), n);
		conc_call_paint(conc_reserved_10, s, RED, 1.5L, n > 2);
		conc_call_say(conc_reserved_10, s, "literal", NULL);
		conc_call_each(conc_reserved_10, s, square, 0);
		conc_call_give_plain(conc_reserved_10, s, (plain){n, 0, t});
		conc_call_later(conc_reserved_10, s, 3);
		conc_call_many(conc_reserved_10, s, 1, 2, 3, 4, 5, 6, 7);
		conc_call_more(conc_reserved_10, s, 1, 2, 3, 4, 5, 6, 7, 0);
		conc_call_link_to(conc_reserved_10, s, CONC_SYNC(conc_reserved_10, s)->next);
		conc_call_set(conc_reserved_10, s, get(CONC_SYNC(conc_reserved_10 + 1, t)));
		conc_call_step(conc_reserved_10, s, 3);
		n ? conc_call_set(conc_reserved_10, s, 1) : conc_call_set(conc_reserved_10 + 1, t, 2);
		if (n) conc_call_set(conc_reserved_10, s, 1);
		else conc_call_set(conc_reserved_10 + 1, t, 1);
		for (conc_call_set(conc_reserved_10, s, 0), n = 0; n < 3; conc_call_set(conc_reserved_10, s, n), n++) continue;
		do conc_call_set(conc_reserved_10, s, 1);
		while (n++ < 8);
		n = (conc_call_set(conc_reserved_10, s, 1), get(CONC_SYNC(conc_reserved_10, s)));
		(void)conc_call_set(conc_reserved_10, s, n);
		n = ({ conc_call_set(conc_reserved_10, s, 1); get(CONC_SYNC(conc_reserved_10 + 1, t)); });
		/* not */
		pointer(CONC_SYNC(conc_reserved_10, s), 3);
		give(s, (labelled){1, "text"});
		read_from(s, data);
		n += square((set(s, 1), get(s)));
		conc_call_set(conc_reserved_10, s, ({ set(s, 1); n; }));
		(n ? CONC_SYNC(conc_reserved_10, s) : CONC_SYNC(conc_reserved_10 + 1, t))->n = 3;
	} }
	return n;
}
