// SPDX-License-Identifier: MIT
// flags: -Wno-psabi
// Arguments of calls that are only logged are copied, whatever their type; they are converted as in any
// call, and evaluated when the call is logged.
#include <complex.h>
#include <conc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef __int128 huge;
typedef struct cell { int n; } cell;
typedef int (*operation)(int, int);
typedef enum { ONE = 1, TWO } number;
struct point { double x, y; };
struct large { char text[5000]; int last; };
struct holder { separate cell *s; operation f; number k; };
union either { long l; float f; };
struct __attribute__((packed)) tight { char c; long l; };
struct bits { unsigned a : 3, b : 5; };
typedef int vector __attribute__((vector_size(16)));
struct __attribute__((aligned(64))) wide { long l[3]; };
typedef struct { int calls, wrong; } taker;

#define EXPECT(...) (t->calls++, t->wrong += !(__VA_ARGS__))

static int minus(int a, int b) { return a - b; }

static void nothing(taker *t) { EXPECT(1); }
static void small(taker *t, char c, signed char s, short h, _Bool b) { EXPECT(c == 'c' && s == -1 && h == -300 && b); }
static void integers(taker *t, int i, unsigned u, long l, unsigned long long ll, huge q)
{
	EXPECT(i == -5 && u == 5 && l == INT64_MIN && ll == UINT64_MAX && q == (huge)1 << 100);
}
static void floats(taker *t, float f, double d, long double l, double _Complex c)
{
	EXPECT(f == 0.5f && d == 1e300 && l == 1.0L / 3 && creal(c) == 1 && cimag(c) == -2);
}
static void points(taker *t, struct point p, struct point q, int i) { EXPECT(p.x == 1 && p.y == 2 && q.x == 3 && q.y == 4 && i == 5); }
static void large(taker *t, struct large l, int i) { EXPECT(l.text[0] == 'a' && l.text[4999] == 'z' && l.last == i); }
static void literal(taker *t, const char *text, const char *none) { EXPECT(!strcmp(text, "two parts") && !none); }
static void functions(taker *t, operation f, int (*g)(int, int), void (*h)(taker *)) { EXPECT(f(5, 3) == 2 && g(3, 5) == -2 && h == nothing); }
static void holders(taker *t, struct holder h, separate cell *s, separate cell *none)
{
	EXPECT(h.s == s && h.f(9, 1) == 8 && h.k == TWO && !none);
}
static void others(taker *t, union either e, struct tight g, struct bits b, number k)
{
	EXPECT(e.l == 77 && g.c == 'g' && g.l == -77 && b.a == 5 && b.b == 17 && k == ONE);
}
static void aligned(taker *t, vector v, struct wide w)
{
	EXPECT(v[0] == 1 && v[3] == 4 && w.l[2] == 3 && (uintptr_t)&w % 64 == 0);
}
static void constant(taker *t, const int i, volatile int v) { EXPECT(i == 1 && v == 2); }
static void unnamed(taker *t, int unused __attribute__((unused)), double d) { EXPECT(d == 3); }
static void keep(const taker *t, int *none) { ((taker *)t)->wrong += none != NULL; }
static void eight(taker *t, int b, int c, long d, long e, int (*f)(int, int), int g, char h)
{
	EXPECT(b == 2 && c == 3 && d == 4 && e == 5 && f(7, 1) == 6 && g == 7 && h == 8);
}
static void ten(taker *t, int b, int c, long d, long e, int (*f)(int, int), int g, char h, struct point i, const char *const j)
{
	EXPECT(b == 2 && c == 3 && d == 4 && e == 5 && f(7, 1) == 6 && g == 7 && h == 8 && i.x == 9 && *j == 'j');
}
static void typed(taker *t, long (l), struct point none[1]) { EXPECT(l == 4 && !none); }

int main(void)
{
	separate taker *t = new separate taker {};
	separate cell *s = new separate cell {};
	struct point p = { 1, 2 };
	struct large l = { .text[0] = 'a', .text[4999] = 'z', .last = 42 };
	struct holder h = { s, minus, TWO };
	operation f = minus;
	vector v = { 1, 2, 3, 4 };
	struct wide w = { { 1, 2, 3 } };
	int i = 5;
	for (int round = 0; round < 3; round++)
		separate (t) {
			nothing(t);
			small(t, 'c', -1, (short)-300, 2 == 2);
			integers(t, -i, (unsigned)i, INT64_MIN, (unsigned long long)-1, (huge)1 << 100);
			floats(t, 0.5, 1e300, 1.0L / 3, 1 - 2 * I);
			points(t, p, (struct point){ 3, 4 }, i);
			i = 42;
			large(t, l, i);
			i = l.last = 5;		// the call has its own
			l.text[0] = 'b';
			literal(t, "two " "parts", NULL);
			literal(t, i ? "two parts" : "one", 0);
			functions(t, f, &minus, nothing);
			holders(t, h, s, NULL);
			h.k = ONE;
			others(t, (union either){ .l = 77 }, (struct tight){ 'g', -77 }, (struct bits){ 5, 17 }, ONE);
			aligned(t, v, w);
			constant(t, 1, 2);
			unnamed(t, 1, 3);
			keep(t, NULL);
			typed(t, 4, 0);
			eight(t, 2, 3, 4, 5, minus, 7, 8);
			ten(t, 2, 3, 4, 5, minus, 7, 8, (struct point){ 9, 9 }, "j");
			h.k = TWO;
			l.last = 42;
			l.text[0] = 'a';
		}
	separate (t) printf("%d calls, %d wrong\n", t->calls, t->wrong);
	delete t;
	delete s;
}
