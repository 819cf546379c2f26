/* SPDX-License-Identifier: MIT */
/* Operands: names, paths, statics, what an expression yields; one in another; require. */
// flags: -Wno-shadow (what hides an operand)
#include <conc.h>

struct opaque;
void opaque_set(struct opaque *o, int n);
int opaque_get(const struct opaque *o);

typedef struct cell {
	int n;
	separate struct cell *next;
} cell;
typedef struct owner {
	separate cell *one;
	struct {
		separate cell *two;
	} in;
} owner;
typedef separate cell *handle;

static void set(cell *c, int n) { c->n = n; }
static int get(const cell *c) { return c->n; }
static void move(cell *from, cell *to) { to->n = from->n; }
static separate cell *next_of(const cell *c) { return c->next; }
static separate cell *shared;

int operands(owner *self, separate struct opaque *o, const separate cell *r, handle h, int n);
int operands(owner *self, separate struct opaque *o, const separate cell *r, handle h, int n)
{
	static handle kept;
	separate (self->one) set(self->one, n);
	separate ((*self).in.two, h, self->one) {
		move((*self).in.two, h);
		set(self->one, get(h));
	}
	separate (shared, kept) { move(shared, kept); }
	separate (o, r) { opaque_set(o, get(r) + opaque_get(o)); }
	separate (a = new separate cell {.n = 3}, b = n ? shared : h) require (get(a) == 3 && b->n < 2) {
		move(a, b);
		kept = a;
	}
	separate (h) {
		separate (h) set(h, 1);
		separate (next = next_of(h), h->next) {
			move(next, h->next);
			h->n = next->n;
			separate (next) if (get(next) > 0 && get(h)) set(next, 2);
		}
		separate cell *k = h;
		separate (k = next_of(h), m = k) { move(k, m); }
		separate (shared) {
			separate (shared) { n += get(shared); }
			owner *self = 0;
			int shared = 3;
			n += shared + !self;
		}
	}
	return n;
}
