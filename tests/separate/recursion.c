// SPDX-License-Identifier: MIT
// Reservations in a recursion: of one handler again and again, of a new one at each step, with an answer on the way back.
#include <conc.h>
#include <stdio.h>

enum { DEPTH = 100 };

typedef struct { int n; } cell;

static void add(cell *c, int n) { c->n += n; }
static int get(const cell *c) { return c->n; }

static int same(separate cell *c, int depth)
{
	separate (c) {
		add(c, 1);
		if (depth == 0) return get(c);
		int n = same(c, depth - 1);
		add(c, 1);
		return n + get(c);
	}
}

static int all(separate cell **at, int left)
{
	if (!left) return 0;
	separate (c = *at) {
		add(c, left);
		int n = all(at + 1, left - 1);
		add(c, n);
		return get(c);
	}
}

static void other(separate cell *c)
{
	for (int i = 0; i < 10; i++) separate (c) add(c, 1), add(c, -1);
}

int main(void)
{
	static separate cell *v[DEPTH];
	for (int i = 0; i < DEPTH; i++) v[i] = new separate cell {};
	scope {
		spawn other(v[0]);
		spawn other(v[DEPTH - 1]);
		printf("%d\n", same(v[0], 10));
		separate (c = v[0]) c->n = 0;
		printf("%d\n", all(v, DEPTH));
	}
	for (int i = 0; i < DEPTH; i++) delete v[i];
}
