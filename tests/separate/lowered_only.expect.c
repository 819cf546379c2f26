#line 1 "lowered_only.c"
/* SPDX-License-Identifier: MIT */
/* A block that is one call: done in one step, where nothing else is done in it. */
#include <conc.h>

typedef struct cell {
	int n;
	/* separate */ struct cell *next;
} cell;
typedef struct base base; struct base { int n; struct conc_owner_lock conc_owner; };
typedef struct derived derived; struct derived { union { base conc_base; struct { int n; struct conc_owner_lock conc_owner; }; }; };

static void set(cell *c, int n) { c->n = n; }
static int get(const cell *c) { return c->n; }
static void link_to(cell *c, /* separate */ cell *next) { c->next = next; }
static void reset(base *b) { b->n = 0; }
static /* separate */ cell *shared; static void pass(cell *, int); CONC_CALL_TYPE(pass, cell *, int); CONC_CALL_TYPE(set, cell *, int);

static void pass(cell *self, int n)
{
	if (n) conc_single_call_pass(CONC_HERE, self->next, n - 1);
	else conc_single_call_set(CONC_HERE, self->next, 2);
}

int only(/* separate */ cell *c, /* separate */ derived *d, int n); CONC_CALL_TYPE(link_to, cell *, cell *); CONC_CALL_TYPE(reset, base *);
int only(/* separate */ cell *c, /* separate */ derived *d, int n)
{
	conc_single_call_set(CONC_HERE, c, 1);
	
		conc_single_call_set(CONC_HERE, c, (int)sizeof(cell) + (n ? 1 : 2)); // here

	

		// before
		conc_single_call_set(CONC_HERE, c, 3);
 /* behind */

	conc_single_call_pass(CONC_HERE, c, 3);
	conc_single_call_set(CONC_HERE, shared, 3);
	{ CONC_RESERVE(18, c); conc_call_link_to(conc_reserved_18, c, shared); }
	conc_single_call_reset(CONC_HERE, (base *)d);
	/* in two or more */
	{ CONC_RESERVE(20, c); conc_call_set(conc_reserved_20, c, n++); }
	{ CONC_RESERVE(21, c); conc_call_link_to(conc_reserved_21, c, CONC_NEW_SEPARATE(22, cell, {0})); }
	{ CONC_RESERVE(23, c); conc_call_set(conc_reserved_23, c, get(CONC_SYNC(conc_reserved_23, c))); }
	{ CONC_RESERVE(24, c); { conc_call_set(conc_reserved_24, c, 1); n++; } }
	{ CONC_RESERVE(25, c); if (n) conc_call_set(conc_reserved_25, c, 1); }
	{ cell *const a = c; CONC_RESERVE(26, a); conc_call_set(conc_reserved_26, a, 1); }
	{ CONC_RESERVE(27, c); CONC_REQUIRE(27, get(c)); conc_call_set(conc_reserved_27, c, 1); }
	{ cell *const conc_object_28_2 = shared; CONC_RESERVE(28, c, conc_object_28_2); conc_call_set(conc_reserved_28, c, 1); }
	{ CONC_RESERVE(29, c); { { CONC_RESERVE_IN(30, 29, c); conc_call_set(conc_reserved_30, c, 1); } } }
	{ CONC_RESERVE(31, c); conc_call_link_to(conc_reserved_31, c, c); }
	{ CONC_RESERVE(32, c); return get(CONC_SYNC(conc_reserved_32, c)); }
}
