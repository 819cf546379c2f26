/* SPDX-License-Identifier: MIT */
/* Where the separate pointer itself is wanted, nothing waits, in the block and out of it. */
#include <conc.h>

typedef struct cell {
	int n;
	separate struct cell *next;
	channel(int) *log;
} cell;
typedef struct holder {
	int n;
	channel(int) out;
} holder;
thread worker {
	separate cell *c;
};
struct pair {
	separate cell *a, *b;
};

static int get(const cell *c) { return c->n; }
static void link_to(cell *c, separate cell *next) { c->next = next; }
static int work(separate cell *c, int n)
{
	separate (c) return get(c) + n;
}
void main(worker *self)
{
	separate (self->c) self->c->n = 1;
}
static separate cell *same(separate cell *c) { return c; }

int values(separate cell *c, separate cell *d);
int values(separate cell *c, separate cell *d)
{
	channel(separate cell *) queue = {2};
	future(separate cell *) found;
	separate (c, d) {
		separate cell *copy = c, *array[2] = {c, d};
		struct pair pair = {.a = c, d};
		copy = pair.b ? c : d;
		link_to(c, d);
		queue << c;
		found << d;
		task(int) t = spawn work(c, 3);
		worker w = {c};
		separate cell *e = new separate(c) cell {.n = 3, .next = d};
		void *bytes = (void *)c;
		if (c == d || c != array[1] || !c || copy == c || same(c) == d) copy = (separate cell *)bytes;
		delete e;
		delete copy;
		int n = join(t);
		return n;
	}
}
