// SPDX-License-Identifier: MIT
// Channels, futures, locks and function pointers in a reserved object serve like its other members; separate pointers go through
// channels, futures and tasks.
#include <conc.h>
#include <stdio.h>
typedef struct {
	int n;
	conc_mutex m;
	channel(int) in;
	future(int) done;
	int *data;
	struct { int (*f)(int); } ops;
} cell;

static int negate(int n) { return -n; }
static void setup(cell *c) { c->data = new int { 5 }; c->ops.f = negate; }
static void put(cell *c, int n) { c->in << n; }
static separate cell *same(separate cell *c) { return c; }

static void user(channel(separate cell *) *in, future(separate cell *) *f)
{
	separate cell *c, *d;
	c << *in;
	d << *f;
	separate (c) c->n += 100;
	separate (d) d->n += 1000;
}

int main(void)
{
	separate cell *c = new separate cell { .in = { 3 } };
	channel(separate cell *) ch = { 1 };
	future(separate cell *) f = {};
	task(separate cell *) t = spawn same(c);
	separate cell *d = join(t);
	printf("%d\n", d == c);
	task(void) u = spawn user(&ch, &f);
	ch << d;
	f << c;
	join(u);
	separate (c) {
		setup(c);
		put(c, 3);
		put(c, 4);
		int x, y;
		x << c->in;
		waituntil (y << c->in) c->n += y;
		mutex (c->m) c->n += x;
		c->in << 9;
		c->done << 10;
		x << c->in;
		y << c->done;
		printf("%d %d %d %d %d\n", c->n, x, y, *c->data, c->ops.f(c->n));
		delete c->data;
	}
	delete c;
}
