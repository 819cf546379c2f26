// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };
thread worker { int done; };
struct line { char text[80]; };
struct page { char text[8192]; };
struct flags { unsigned ready : 1, full : 1; };

void main(worker *self) { self->done = 1; }
long square(long n);
long square(long n) { return n * n; }
void either(channel(int) *in, channel(int) *out, int max, conc_duration patience);
void all(account *a, conc_rw_lock *rw, future(double) *f, worker *w, int n);
void targets(channel(int) *in, channel(struct line) *lines, channel(struct page) *pages, struct flags *s, int a[4]);

void either(channel(int) *in, channel(int) *out, int max, conc_duration patience)
{
	int v = 0, n = 0;
	waituntil (v << in) { n += v; }
	or when (n < max) waituntil (out << n + 1) {
		n--;			// unchanged
	}
	or waituntil (timeout(patience))
		puts("late");
	or when (n) else {
		puts("idle");
	}
	fair waituntil (v << in) { n = v; } or waituntil (v << out) n -= v;
}

void all(account *a, conc_rw_lock *rw, future(double) *f, worker *w, int n)
{
	double y = 0;
	task(long) t = spawn square(3), u[2];
	u[0] = spawn square(4);
	u[1] = spawn square(5);
	long r = 0;
	waituntil (a) { a->balance++; }
	and when (n > 0) ( waituntil (*rw) { puts("write"); } or when (n > 1) waituntil (conc_reading(rw)) { puts("read"); } )
	and
	waituntil (y << f) printf("%g\n", y);
	or waituntil (w) { puts("ended"); }
	waituntil (r << t) printf("%ld\n", r); and waituntil (r << u[n % 2]) printf("%ld\n", r); and waituntil (u[0]) { }
}

void targets(channel(int) *in, channel(struct line) *lines, channel(struct page) *pages, struct flags *s, int a[4])
{
	struct line l = {{0}};
	struct page p = {{0}};
	bool ok = false, oks[2];
	waituntil (a[s->ready++] << in) { }
	or waituntil (s->full << in + 1) { }
	or waituntil (ok = l << lines) { if (ok) puts(l.text); }
	or waituntil (oks[1] = *a << &in[2]) { }
	or waituntil (ok = lines << (struct line){ "some", }) { }
	or waituntil (pages << p) { }
}
