// SPDX-License-Identifier: MIT
// Elements from one byte to a megabyte, both ways, buffered and handed over; targets of every shape.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct page { char text[8192]; };
struct mega { char text[1 << 20]; };
struct wide { _Alignas(64) char c; };
struct flags { unsigned one : 1, five : 5; struct { int deep : 9; } in; };
enum colour { RED, GREEN };
typedef int (*function)(int);

static int twice(int n) { return 2 * n; }

#define PASS(T, from, to) { channel(T) c = {1}, d; \
	waituntil (c << from) { } and waituntil (to << c) { } \
	task(void) t = spawn send_##T(&d, from); \
	waituntil (to << d) { } or waituntil (timeout(1h)) puts("no"); }
#define SENDER(T) static void send_##T(channel(T) *c, T v) { waituntil (c << v) { } or waituntil (timeout(1h)) puts("no"); }
typedef unsigned char byte;
typedef long double real;
typedef const char *text;
SENDER(byte) SENDER(int) SENDER(real) SENDER(text) SENDER(function)

static void send_page(channel(struct page) *c) { struct page p; memset(&p, 'p', sizeof p); waituntil (c << p) { memset(&p, 'x', sizeof p); } or waituntil (timeout(1h)) { } }

int main(void)
{
	byte b = 0;
	int i = 0;
	real r = 0;
	text s = "";
	function f = NULL;
	PASS(byte, 200, b)
	PASS(int, -7, i)
	PASS(real, 0.1L, r)
	PASS(text, "hello", s)
	PASS(function, twice, f)
	printf("%d %d %d %s %d\n", b, i, r == 0.1L, s, f(21));
	{
		channel(struct page) c = {1}, d;
		struct page p = { "first" };
		static struct page q;
		waituntil (c << p) { strcpy(p.text, "second"); }
		waituntil (q << c) { puts(q.text); }
		waituntil (c << p) { } and waituntil (q << c) { puts(q.text); }
		task(void) t = spawn send_page(&d);
		waituntil (q << d) { printf("%c%c\n", q.text[0], q.text[8191]); } or waituntil (p << c) { puts("no"); }
		strcpy(p.text, "third");
		waituntil (d << p) { puts("no"); } or waituntil (c << p) { } and waituntil (p << c) { puts(p.text); }
	}
	{
		struct mega *m = calloc(1, sizeof *m), *n = calloc(1, sizeof *n);
		channel(struct mega) c = {1};
		m->text[1000000] = 'm';
		waituntil (c << *m) { m->text[1000000] = 'x'; }
		waituntil (*n << c) { printf("%c\n", n->text[1000000]); }
		free(m);
		free(n);
	}
	{
		channel(struct wide) c = {1};
		struct wide w = { 'w' }, v[2] = { { 'a' } }, *p = v;
		waituntil (c << w) { } and waituntil (*++p << c) { printf("%c%c %d\n", v[0].c, v[1].c, (int)(p - v)); }
	}
	{
		channel(long) c = {1};
		struct flags flags = {0}, *p = &flags;
		enum colour colour = RED;
		bool t = false;
		register int reg = 0;
		volatile short v = 0;
		long *null = NULL;
		double d = 0;
		waituntil (c << 1) { } and waituntil (flags.one << c) { } and waituntil (c << 21) { } and waituntil ((p->five) << c) { }
		waituntil (c << -3) { } and waituntil (p->in.deep << c) { }
		waituntil (c << 1) { } and waituntil (colour << c) { }
		waituntil (c << 2) { } and waituntil (t << c) { }
		waituntil (c << 9) { } and waituntil ((reg) << c) { }
		waituntil (c << 70000) { } and waituntil (v << c) { }
		double e = 2.9;
		waituntil (c << e) { } and waituntil (d << c) { }
		printf("%d %d %d %d %d %d %d %g\n", flags.one, flags.five, flags.in.deep, colour == GREEN, t, reg, v, d);
		when (null) waituntil (*null << c) { } or else puts("not evaluated");
	}
	{	// channels of channels, and of pointers to them
		channel(channel(int) *) cc = {2};
		channel(int) c = {3}, *p = NULL;
		waituntil (cc << &c) { } and waituntil (p << cc) { }
		waituntil (p << 8) { } and waituntil (i << p) { }
		printf("%d\n", i);
	}
	return 0;
}
