// SPDX-License-Identifier: MIT
// A condition over several handlers comes true by a call on any one of them, made by a client, by
// handler code, by a write, or by a passive handler's client; and in a way that needs both.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;
typedef struct { int done; } helper;

static void add(cell *c, int n) { c->n += n; }
static int take(cell *c) { return --c->n; }
static int sum(const cell *x, const cell *y) { return x->n + y->n; }

static int wait_for(separate cell *x, separate cell *y, int want)
{
	separate (x, y) require (sum(x, y) >= want) return sum(x, y);
}

static void add_to(helper *self, separate cell *c, int n)
{
	separate (c) add(c, n);
	self->done++;
}

static int both(separate cell *x, separate cell *y, int rounds)
{
	int n = 0;
	for (int i = 0; i < rounds; i++)
		separate (x, y) require (x->n > 0 && y->n > 0) n += take(x) >= 0 && take(y) >= 0;
	return n;
}

static void feed(separate cell *c, int rounds)
{
	for (int i = 0; i < rounds; i++) separate (c) add(c, 1);
}

int main(void)
{
	separate cell *x = new separate cell {}, *y = new separate cell {};
	separate helper *h = new separate helper {};
	for (int way = 0; way < 5; way++) {
		task(int) t = spawn wait_for(x, y, 1), u = spawn wait_for(y, x, 1);
		conc_sleep(1ms);
		switch (way) {
		case 0: separate (x) add(x, 1); break;
		case 1: separate (y) add(y, 1); break;
		case 2: separate (h) add_to(h, y, 1); break;
		case 3: separate (x) x->n = 1; break;
		default: separate (y, x) add(x, 3), add(y, -2);
		}
		printf("%d %d\n", join(t), join(u));
		separate (x, y) x->n = y->n = 0;
		if (way == 3) conc_set_passive(x);
	}
	conc_set_active(x);
	int n = 0;
	scope {
		task(int) t[4];
		for (int i = 0; i < 4; i++) if (i % 2) t[i] = spawn both(x, y, 50); else t[i] = spawn both(y, x, 50);
		spawn feed(x, 120);
		spawn feed(y, 200);
		spawn feed(x, 80);
		for (int i = 0; i < 4; i++) n += join(t[i]);
	}
	separate (x, y) printf("%d rounds, %d left\n", n, sum(x, y));
	delete x;
	delete y;
	delete h;
}
