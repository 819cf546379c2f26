#line 1 "lowered_operands.c"
/* SPDX-License-Identifier: MIT */
/* Operands: names, paths, statics, what an expression yields; one in another; require. */
// flags: -Wno-shadow (what hides an operand)
#include <conc.h>

struct opaque;
void opaque_set(struct opaque *o, int n);
int opaque_get(const struct opaque *o);

typedef struct cell {
	int n;
	/* separate */ struct cell *next;
} cell;
typedef struct owner {
	/* separate */ cell *one;
	struct {
		/* separate */ cell *two;
	} in;
} owner;
typedef /* separate */ cell *handle;

static void set(cell *c, int n) { c->n = n; }
static int get(const cell *c) { return c->n; }
static void move(cell *from, cell *to) { to->n = from->n; }
static /* separate */ cell *next_of(const cell *c) { return c->next; }
static /* separate */ cell *shared;

int operands(owner *self, /* separate */ struct opaque *o, const /* separate */ cell *r, handle h, int n); CONC_CALL_TYPE(set, cell *, int); CONC_CALL_TYPE(opaque_set, struct opaque *, int);
int operands(owner *self, /* separate */ struct opaque *o, const /* separate */ cell *r, handle h, int n)
{
	static handle kept;
	conc_single_call_set(CONC_HERE, self->one, n);
	{ cell *const conc_object_12 = (*self).in.two; cell *const conc_object_12_3 = self->one; CONC_RESERVE(12, conc_object_12, h, conc_object_12_3); {
		move(CONC_SYNC(conc_reserved_12, conc_object_12), CONC_SYNC(conc_reserved_12 + 1, h));
		conc_call_set(conc_reserved_12 + 2, conc_object_12_3, get(h));
	} }
	{ cell *const conc_object_13 = shared; const handle conc_object_13_2 = kept; CONC_RESERVE(13, conc_object_13, conc_object_13_2); { move(CONC_SYNC(conc_reserved_13, conc_object_13), CONC_SYNC(conc_reserved_13 + 1, conc_object_13_2)); } }
	{ CONC_RESERVE(14, o, r); { conc_call_opaque_set(conc_reserved_14, o, get(CONC_SYNC(conc_reserved_14 + 1, r)) + opaque_get(CONC_SYNC(conc_reserved_14, o))); } }
	{ cell *const a = CONC_NEW_SEPARATE(16, cell, {.n = 3}); cell *const b = n ? shared : h; CONC_RESERVE(15, a, b); CONC_REQUIRE(15, get(a) == 3 && b->n < 2); {
		move(a, b);
		kept = a;
	} }
	{ CONC_RESERVE(17, h); {
		{ CONC_RESERVE_IN(18, 17, h); conc_call_set(conc_reserved_18, h, 1); }
		{ cell *const next = next_of(CONC_SYNC(conc_reserved_17, h)); struct cell *const conc_object_19_2 = CONC_SYNC(conc_reserved_17, h)->next; CONC_RESERVE_IN(19, 17, next, conc_object_19_2); {
			move(CONC_SYNC(conc_reserved_19, next), CONC_SYNC(conc_reserved_19 + 1, conc_object_19_2));
			h->n = next->n;
			{ CONC_RESERVE_IN(20, 19, next); if (get(next) > 0 && get(h)) conc_call_set(conc_reserved_20, next, 2); }
		} }
		/* separate */ cell *k = h;
		{ cell *const conc_object_22 = next_of(CONC_SYNC(conc_reserved_17, h)); cell *const m = k; CONC_RESERVE_IN(22, 17, conc_object_22, m); { move(CONC_SYNC(conc_reserved_22, conc_object_22), CONC_SYNC(conc_reserved_22 + 1, m)); } }
		{ cell *const conc_object_23 = shared; CONC_RESERVE_IN(23, 17, conc_object_23); {
			{ cell *const conc_object_24 = conc_object_23; CONC_RESERVE_IN(24, 23, conc_object_24); { n += get(CONC_SYNC(conc_reserved_24, conc_object_24)); } }
			owner *self = 0;
			int shared = 3;
			n += shared + !self;
		} }
	} }
	return n;
}
