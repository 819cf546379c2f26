// SPDX-License-Identifier: MIT
// Separate pointers are values: they go through threads, tasks, channels, futures, structures, arrays, functions and void *;
// they can be compared, and are null or not.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;
typedef separate cell *cell_ref;
thread walker { separate cell *c; cell_ref d; };
struct two { separate cell *a; cell_ref b; };

static separate cell *shared, *table[4];

static void add(cell *c, int n) { c->n += n; }
static int get(const cell *c) { return c->n; }

void main(walker *self)
{
	separate (self->c) add(self->c, 1);
	separate (self->d) add(self->d, 1);
}

static separate cell *make(int n) { return new separate cell { n }; }
static cell_ref smaller(cell_ref c, separate cell *d)
{
	separate (c, d) return get(c) <= get(d) ? c : d;
}
static struct two both(separate cell *c) { return (struct two){ c, c }; }
static void *as_void(separate cell *c) { return c ? (void *)c : NULL; }
static void through(channel(cell_ref) *in)
{
	for (cell_ref c; c << in;) separate (c) add(c, 100);
}
static int count(const separate cell *c)
{
	separate (c) return get(c);
}

int main(void)
{
	cell_ref c = make(5);
	separate cell *d = make(7), *e = c, *none = NULL;
	printf("%d%d%d%d%d\n", c == e, c != d, !none, d && !none, e == NULL);
	shared = c;
	for (int i = 0; i < 4; i++) table[i] = i % 2 ? c : d;
	struct two t = both(smaller(c, d));
	printf("%d%d\n", t.a == c, t.b == shared);
	void *v = as_void(d);
	separate cell *f = (separate cell *)v;
	printf("%d\n", f == table[0]);
	{
		walker w = { c, t.a }, *u = new walker { .d = f, .c = shared };
		delete u;
	}
	channel(cell_ref) ch = { 2 };
	task(void) reader = spawn through(&ch);
	for (int i = 0; i < 4; i++) ch << table[i];
	conc_close(&ch);
	join(reader);
	future(cell_ref) promise = {};
	promise << d;
	cell_ref g;
	g << promise;
	separate (g) add(g, 1000);
	task(cell_ref) lower = spawn smaller(c, d);
	cell_ref h = join(lower);
	separate (h) add(h, 1000000);
	for (int i = 0; i < 2; i++) printf("%d\n", count(table[i]));
	separate cell **at = table;
	separate (x = *at, y = at[1]) add(x, get(y));
	separate (t.b) printf("%d\n", t.b->n);
	printf("%d\n", count(*at));
	delete c;
	delete d;
}
