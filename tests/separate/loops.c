// SPDX-License-Identifier: MIT
// A loop that reads a reserved object synchronises before its first round, where nothing tells the difference.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; int items[100]; } list;

static int at(const list *l, int i) { return l->items[i]; }
static int count(const list *l) { return l->n; }
static void set(list *l, int i, int item) { l->items[i] = item; }
static void fill(list *l, int by) { for (int i = 0; i < l->n; i++) l->items[i] = i * by; }

static int limit = 10;
#define EACH(i, n) for (int i = 0; i < (n); i++)

static int before(separate list *l, int n)
{
	int sum = 0, i = 0, copy[100] = {0};
	separate (l) { fill(l, 2); for (int k = 0; k < n; k++) sum += at(l, k); }
	separate (l) { fill(l, 1); for (int k = 0; k < count(l); k++) sum += l->items[k]; }
	separate (l) { fill(l, 2); for (i = 0; i < n; i++) copy[i] = l->items[i]; }
	separate (l) for (i = 0; i < n; ++i) if (at(l, i) > 50) sum += at(l, i);
	separate (l) { fill(l, 1); i = 0; while (i < n) { sum += at(l, i); i++; } }
	separate (l) { fill(l, 2); if (n) do { sum += at(l, i - 1); } while (--i > 0); else sum = 0; }
	separate (l) { fill(l, 1); EACH (k, n) sum += at(l, k); }
	separate (l) { fill(l, 2); for (int k = 0; k < n / 10; k++) for (int m = 0; m < 10; m++) sum += at(l, 10 * k + m); }
	return sum + copy[n - 1];
}

static int two(separate list *a, separate list *b, int n)
{
	int sum = 0;
	separate (a, b) {
		fill(a, 2);
		fill(b, 3);
		for (int i = 0; i < n; i++) sum += at(a, i) * at(b, i);
	}
	return sum;
}

// In each of these the first round does something else before it waits, or may not wait, or the loop logs a call.
static int in_place(separate list *l, int n)
{
	int sum = 0;
	separate (l) { fill(l, 1); for (int i = 0; i < n; i++) { if (i == 0) fputs("first ", stdout); sum += at(l, i); } }
	separate (l) { fill(l, 1); for (int i = 0; i < n; i++) if (i > n / 2) sum += at(l, i); }
	separate (l) { fill(l, 1); for (int i = 0; i < n; i++) { sum += at(l, i); set(l, i, 5); } }
	separate (l) { fill(l, 1); for (int i = 0; i < limit; i++) sum += at(l, i); }
	separate (l) { fill(l, 1); for (int i = 0; i < n && at(l, i) < 5; i++) sum++; }
	separate (l) {
		fill(l, 1);
#pragma GCC unroll 4
		for (int i = 0; i < n; i++) sum += at(l, i);
	}
	return sum;
}

int main(void)
{
	separate list *a = new separate list { .n = 100 }, *b = new separate list { .n = 100 };
	printf("%d\n", before(a, 100));
	printf("%d\n", two(a, b, 100));
	printf("%d\n", in_place(a, 100));
	delete a;
	delete b;
}
