// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic -Wno-vla -Wno-shadow
// Queries and calls wherever C has an expression; callees in all the ways C declares them.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int n, v[8]; struct { int x; } in; } cell;
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static void add(cell *c, int n) { c->n += n; }
static int get(const cell *c) { return c->n; }
static int at(const cell *c, int i) { return c->v[i]; }
static cell *same(cell *c) { return c; }
static void bump(int *p, int by) { *p += by; }
static void clear(void *p, size_t n) { memset(p, 0, n); }
static void restricted(cell *restrict c, register int n) { c->n = n; }
static void volatile_one( cell *c) { c->n++; }
static inline void old(cell *c, const int n, int unused[const static 2]);
static void old(cell *c, const int n, int unused[const static 2]) { (void)unused, c->n -= n; }
static void takes_function(cell *c, int f(int), void (*g)(cell *, int)) { c->n = f(c->n); g(c, 1); }
static int negate(int n) { return -n; }
static bool odd(const cell *c) { return c->n & 1; }
static struct { int a, b; } pair_of(const cell *c) { return (__typeof__(pair_of(c))){ c->n, -c->n }; }
_Noreturn static void leave(cell *c)
{
	printf("%d\n", c->n);
	exit(0);
}

int main(void)
{
	separate cell *c = new separate cell { .v = { 10, 11, 12, 13, 14, 15, 16, 17 } }, *d = new separate cell { .n = 2 };
	separate (c, d) {
		void local(cell *c, int n);
		local(c, 3);
		int w[get(c)];
		w[0] = get(d), w[1] = MAX(get(c), get(d)), w[2] = sizeof get(c) == sizeof(int) ? at(c, get(d)) : 0;
		printf("%d %d %d %zu\n", w[0], w[1], w[2], sizeof w / sizeof *w);
		switch (get(c)) {
		case 3: add(c, at(c, get(d)) - at(d, 0));	// falls through
		case 15: add(c, 1); break;
		default: add(c, 1000);
		}
		c->v[get(d)]++;
		c->v[1] += get(c) + c->v[c->v[0] - 8];
		int i = 0;
		while (add(d, 1), get(d) < 6) w[i++ % 3] = get(d);
		do add(c, -1); while (odd(c));
		for (add(d, -4); get(d) > 0; add(d, -1)) i++;
		printf("%d %d %d %d\n", get(c), c->v[1], i, w[0]);
		add(same(c), get(same(same(c))));
		bump(&c->in.x, 5), bump(&c->v[3], c->in.x);
		int n = ({ add(c, 1); int m = get(c); add(c, 1); m; });
		__typeof__(get(c)) twice = 2 * get(c) + (odd(c) ? get(d) : -get(d));
		const int k[] = { get(c), [3] = c->v[3] };
		printf("%d %d %d %d %d\n", n, twice, k[0], k[3], pair_of(c).b);
		if (get(c) && (odd(c) || get(d) == 0) && !(get(c) < 0)) add(c, 1);
		restricted(c, 5);
		volatile_one(c);
		old(c, 2, NULL);
		takes_function(c, negate, add);
		printf("%d\n", get(c));
		clear(d, sizeof *d);
		memset(d->v, 1, sizeof d->v);
		printf("%d %d %d\n", get(d), d->v[7], _Generic(get(d), int: 1, default: 2));
		n = odd(c) ? add(c, 1), get(c) : (add(c, 2), get(c));
		printf("%d %d\n", n, *same(c)->v);
		delete d;
		leave(c);
	}
}

void local(cell *c, int n);
void local(cell *c, int n) { add(c, n); }
