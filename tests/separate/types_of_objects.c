// SPDX-License-Identifier: MIT
// Any complete type can be separate: numbers, arrays, unions, structures aligned to more than usual, with bit-fields,
// monitors; types without a name of their own.
#include <conc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int row[5];
union number { long l; double d; };
struct __attribute__((aligned(128))) wide { char c; };
struct bits { unsigned a : 3, b : 7; signed c : 5; };
typedef struct { int x, y; } point;
typedef enum { RED = 1, GREEN } colour;
monitor account { long balance; };
struct huge { char bytes[100000]; };

static void add(int *n, int by) { *n += by; }
static int get(const int *n) { return *n; }
static void set_row(row *r, int i, int n) { (*r)[i] = n; }
static int first(const int *r) { return r[0]; }
static void set_double(union number *n, double d) { n->d = d; }
static void set_char(struct wide *w, char c) { w->c = c; }
static void set_bits(struct bits *b, unsigned a, signed c) { b->a = a, b->c = c; }
static void move(point *p, point by) { p->x += by.x, p->y += by.y; }
static void deposit(account *a, long n)
{
	mutex (a) a->balance += n;
}

static void fill(struct huge *h, char c) { memset(h->bytes, c, sizeof h->bytes); }

int main(void)
{
	separate int *n = new separate int { 5 };
	separate (n) {
		add(n, 2);
		*n *= 3;
		printf("%d %d\n", *n, get(n));
	}
	separate row *r = new separate row { 1, 2, 3 };
	separate (r) {
		set_row(r, 3, 40);
		(*r)[4] = 50;
		printf("%d %d %d %zu\n", first(*r), (*r)[3], *(*r + 4), sizeof *r / sizeof **r);
	}
	separate union number *u = new separate union number { .l = -1 };
	separate (u) {
		set_double(u, 0.25);
		printf("%g\n", u->d);
	}
	separate struct wide *w = new separate struct wide {}, *v = new separate(w) struct wide { 'v' };
	separate (w, v) {
		set_char(w, 'w');
		printf("%c%c %d\n", w->c, v->c, (int)((uintptr_t)(void *)w % 128 + (uintptr_t)(void *)v % 128));
	}
	separate struct bits *b = new separate struct bits { 1, 2, -3 };
	separate (b) {
		set_bits(b, 7, -16);
		b->b++;
		printf("%u %u %d\n", b->a, b->b, b->c);
	}
	separate point *p = new separate point { .y = 1 };
	separate (p) {
		move(p, (point){ 1, 2 });
		point copy = *p;
		*p = (point){ copy.y, copy.x };
		printf("%d %d\n", p->x, p->y);
	}
	separate colour *c = new separate colour { RED };
	separate (c) {
		*c = GREEN;
		printf("%d\n", *c);
	}
	separate struct { int a; } *anonymous = NULL;
	printf("%d\n", anonymous == NULL);
	separate account *a = new separate account { 5 };
	separate (a) {
		deposit(a, 7);
		printf("%ld\n", a->balance);
	}
	separate struct huge *h = new separate struct huge {};
	separate (h) {
		fill(h, 'h');
		printf("%c\n", h->bytes[99999]);
	}
	delete n;
	delete r;
	delete u;
	delete w;
	delete v;
	delete b;
	delete p;
	delete c;
	delete a;
	delete h;
}
