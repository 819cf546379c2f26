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
static int square(int n) { return n * n; }
void later(node *s, unsigned long long n);
static void link_to(node *s, /* separate */ node *next) { s->next = next; } static void step(node *, int); CONC_CALL_TYPE(step, (node *conc_1, int conc_2), (conc_1, conc_2), (conc_request.conc_1, conc_request.conc_2), node *conc_1; int conc_2;);

static void step(node *s, int n)
{
	s->n += n;
	{ struct node *const me = CONC_SEPARATE_OF(s); CONC_RESERVE(4, me); conc_call_step(conc_reserved_4, me, n - 1); }
}

int calls(/* separate */ node *s, /* separate */ node *t, int n); CONC_CALL_TYPE(set, (node *conc_1, int conc_2), (conc_1, conc_2), (conc_request.conc_1, conc_request.conc_2), node *conc_1; int conc_2;); CONC_CALL_TYPE(paint, (node *conc_1, enum colour conc_2, long double conc_3, _Bool conc_4), (conc_1, conc_2, conc_3, conc_4), (conc_request.conc_1, conc_request.conc_2, conc_request.conc_3, conc_request.conc_4), node *conc_1; enum colour conc_2; long double conc_3; _Bool conc_4;); CONC_CALL_TYPE(say, (node *conc_1, const char *conc_2, const void *conc_3), (conc_1, conc_2, conc_3), (conc_request.conc_1, conc_request.conc_2, conc_request.conc_3), node *conc_1; const char *conc_2; const void *conc_3;); CONC_CALL_TYPE(each, (node *conc_1, __typeof__(int (*)(int)) conc_2, __typeof__(void (*)(void)) conc_3), (conc_1, conc_2, conc_3), (conc_request.conc_1, conc_request.conc_2, conc_request.conc_3), node *conc_1; __typeof__(int (*)(int)) conc_2; __typeof__(void (*)(void)) conc_3;); CONC_CALL_TYPE(give_plain, (node *conc_1, plain conc_2), (conc_1, conc_2), (conc_request.conc_1, conc_request.conc_2), node *conc_1; plain conc_2;); CONC_CALL_TYPE(later, (node *conc_1, unsigned long long conc_2), (conc_1, conc_2), (conc_request.conc_1, conc_request.conc_2), node *conc_1; unsigned long long conc_2;); CONC_CALL_TYPE(link_to, (node *conc_1, node *conc_2), (conc_1, conc_2), (conc_request.conc_1, conc_request.conc_2), node *conc_1; node *conc_2;);
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
