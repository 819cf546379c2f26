// SPDX-License-Identifier: MIT
// More paths than functions lead to a use: each function is asked once, and the translation ends.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };
typedef struct tree { struct tree *left, *right; conc_mutex lock; long n guarded (lock); } tree;

#define TWICE(name, inner) static void name(account *a, int n) { if (n) inner(a, n - 1), inner(a, 0); else inner(a, 0); }
static void add(account *a, int n) { a->balance += n + 1; }
TWICE(f1, add) TWICE(f2, f1) TWICE(f3, f2) TWICE(f4, f3) TWICE(f5, f4) TWICE(f6, f5) TWICE(f7, f6) TWICE(f8, f7)
TWICE(g1, f8) TWICE(g2, g1) TWICE(g3, g2) TWICE(g4, g3) TWICE(g5, g4) TWICE(g6, g5) TWICE(g7, g6) TWICE(g8, g7)
TWICE(h1, g8) TWICE(h2, h1) TWICE(h3, h2) TWICE(h4, h3) TWICE(h5, h4) TWICE(h6, h5) TWICE(h7, h6) TWICE(h8, h7)
TWICE(i1, h8) TWICE(i2, i1) TWICE(i3, i2) TWICE(i4, i3) TWICE(i5, i4) TWICE(i6, i5) TWICE(i7, i6) TWICE(i8, i7)

static long count(tree *t)
{
	if (!t) return 0;
	t->n++;
	return t->n + count(t->left) + count(t->right);
}

static long work(account *a) { mutex (a) return a->balance; }

int main(void)
{
	account a = { .balance = 0 }, b = { .balance = 1 };
	tree leaf = { .left = NULL }, top = { .left = &leaf };
	task(long) t = spawn work(&b);
	i8(&a, 2);
	a.balance++;
	join(t);
	printf("%ld %ld\n", a.balance, count(&top));
}
