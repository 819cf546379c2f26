#line 1 "require_picture.c"
#include <conc.h>

typedef struct stack { int n, v[10]; } stack;
struct pair { /* separate */ stack *a, *b; };

static int pop(stack *s) { return s->v[--s->n]; }
static int count(const stack *s) { return s->n; } CONC_CHANNEL_TYPE(int, conc_channel_int);

int get(/* separate */ stack *s, struct pair *p, conc_channel_int *c, bool wait)
{
	int x = -1;
	{ CONC_REQUIRE_CLAUSE(5, 1); CONC_REQUIRE_CLAUSE(6, 2); stack *conc_object_6 = 0; stack *b = 0; conc_channel_int_element conc_value_4_2; CONC_WAITUNTIL(4, 3); conc_again_4: CONC_ON_REQUIRE(4, 0, 1, 5, 0, (s), count(s) > 0) { x = pop(s); }
	else CONC_ON_REQUIRE(4, 1, wait, 6, 0, (conc_object_6 = p->a, b = p->b), count(conc_object_6) + count(b) > 1) { x = pop(conc_object_6) + pop(b); }
	else CONC_ON_RECEIVE(4, 2, 1, conc_channel_int, c) { x = conc_value_4_2; { } }
	else CONC_ON_ELSE(4, 1) { } else { CONC_CHOOSE(4); goto conc_again_4; } }
	return x;
}

/* A guard may turn every clause off; and goes on after a block. */
void both(/* separate */ stack *s, /* separate */ stack *t, /* separate */ stack *o, bool wait, int *sum)
{
	{ CONC_REQUIRE_CLAUSE(11, 1); CONC_WAITUNTIL(10, 1); conc_again_10: CONC_ON_REQUIRE(10, 0, wait, 11, 0, (s), count(s) > 0) { *sum += pop(s); } if (CONC_NEXT_AGAIN(10)) goto conc_again_10; }
	{ CONC_RESERVE(12, o); {
		{ CONC_REQUIRE_CLAUSE(14, 1); CONC_REQUIRE_CLAUSE(15, 1); CONC_WAITUNTIL_AND(13, 2); conc_again_13: CONC_ON_REQUIRE(13, 0, 1, 14, conc_reserved_12, (s), count(s) > 0) { *sum += pop(s); }
		else CONC_ON_REQUIRE(13, 1, 1, 15, conc_reserved_12, (t), count(t) > 0) { *sum += pop(t); } if (CONC_NEXT_UNTIL(13, CONC_RAN(13, 0) && CONC_RAN(13, 1))) goto conc_again_13; }
	} }
}
