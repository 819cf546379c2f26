// SPDX-License-Identifier: MIT
// Futures, tasks and threads: values, waits, arrays, pointers, members, conversions.
#include <conc.h>
#include <stdio.h>

struct big { int a[2000]; };
struct holder { future(double) f; task(long) t; int x; };

thread worker { int n; };
void main(worker *self) { conc_sleep(1ms * (self->n % 3)); self->n = -self->n; }
thread foreman { inline worker; int m; };

static long slow(long n) { conc_sleep(n * 1ms); return n; }
static struct big make(int i) { return (struct big){ { i, [1999] = i + 1 } }; }
static void nothing(void) { conc_yield(); }
static void fulfil(future(double) *f, double d) { conc_sleep(1ms); f << d; }

int main(void)
{
	long sum = 0, r;
	int small;
	double y = 0;
	{	// tasks, in any order, each once
		task(long) t[4];
		for (int i = 0; i < 4; i++) t[i] = spawn slow(3 - i);
		waituntil (r << t[0]) sum += r;
		and waituntil (small << t[1]) sum += small;
		and waituntil (y << t[2]) sum += y;
		and waituntil (t[3]) sum += 10;
		printf("%ld\n", sum);
	}
	{
		task(struct big) b = spawn make(4);
		task(void) v = spawn nothing(), *p = &v;
		struct big x, *q = &x;
		waituntil (*q << b) printf("%d %d\n", x.a[0], x.a[1999]);
		waituntil (p) puts("void");
		waituntil (v) puts("again");	// an end stays
	}
	{
		worker w[2] = { { 1 }, { 2 } }, *p = new worker { 3 };
		foreman f = { { 4 }, 5 };
		waituntil (w[1]) { sum = w[1].n; } and waituntil (w[0]) { } and waituntil (p) { } and waituntil (f) { }
		printf("%d %d %d %d\n", w[0].n, w[1].n, p->n, f.n);
		waituntil (*w) puts("the first"); or else puts("no");
		delete p;
	}
	{
		struct holder h = { .x = 3 }, *p = &h;
		h.t = spawn slow(1);
		task(void) t = spawn fulfil(&p->f, 2.5);
		waituntil (p->x << p->f) { printf("%d\n", h.x); } or waituntil (timeout(1h)) { puts("no"); }
		waituntil (y << &h.f) { printf("%g\n", y); }
		waituntil (h.f) { puts("ready"); }
		waituntil (r << (&h)->t) { printf("%ld\n", r); }
		waituntil (t) { }
	}
	{
		future(int) f[3] = { {}, {}, {} };
		int a = 0, b = 0, c = 0;
		f[2] << 3;
		waituntil (a << f[0]) { } or waituntil (b << f[1]) { } or waituntil (c << f[2]) { }
		printf("%d %d %d\n", a, b, c);
		f[0] << 1;
		f[1] << 2;
		waituntil (a << f[0]) { } and waituntil (b << f[1]) { } or waituntil (c << f[2]) { c = 9; }
		printf("%d %d %d\n", a, b, c);
	}
	return 0;
}
