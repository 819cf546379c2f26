// SPDX-License-Identifier: MIT
// Statements, operands, calls and types out of macros; calls of macros; the spellings with _Conc_.
#include <conc.h>
#include <stdio.h>

typedef struct { int n, limit; } cell;
static void add_(cell *c, int n) { c->n += n; }
static int get(const cell *c) { return c->n; }

#define REMOTE(type) separate type *
#define add(c, n) add_((c), (n))
#define WITH(c, ...) separate (c) { __VA_ARGS__ }
#define FULL(c) (get(c) >= (c)->limit)
#define WHEN_FULL(c) separate (c) require (FULL(c))
#define ALL a, b
#define MAKE(...) new separate cell { __VA_ARGS__ }

static void fill(REMOTE(cell) c, int n)
{
	for (int i = 0; i < n; i++) WITH(c, add(c, 1);)
}

int main(void)
{
	REMOTE(cell) a = MAKE(.limit = 5);
	_Conc_separate cell *b = MAKE(1, 2);
	scope {
		spawn fill(a, 3);
		spawn fill(b, 2);
		spawn fill(a, 2);
		WHEN_FULL(a) add(a, 10);
		WHEN_FULL(b) { add(b, 10); }
	}
	separate (ALL) printf("%d %d %d\n", get(a), get(b), a->limit + b->limit);
	_Conc_separate (a) _Conc_require (FULL(a)) printf("%d\n", FULL(a));
	WITH(a, int separate = get(a); printf("%d\n", separate);)
	struct { int separate, require; } plain = { 1, 2 };
	printf("%d\n", plain.separate + plain.require);
	delete a;
	delete b;
}
