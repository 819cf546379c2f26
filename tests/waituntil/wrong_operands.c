// SPDX-License-Identifier: MIT
#include <conc.h>
struct pair { int a, b; };
struct triple { int a, b, c; };
static int value(void) { return 1; }

void f(channel(int) *c, channel(struct pair) *p, channel(const char *) *s, future(struct pair) *f, const int k);
void f(channel(int) *c, channel(struct pair) *p, channel(const char *) *s, future(struct pair) *f, const int k)
{
	int v = 0, a[3];
	double d = 0;
	struct pair q = {0};
	struct triple t = {0};
	const char *text = "";
	const struct pair fixed = {0};
	bool ok = true;
	waituntil (3 << c) { }
	waituntil (v + 1 << c) { }
	waituntil (value() << c) { }
	waituntil (a << c) { }
	waituntil (k << c) { }
	waituntil (fixed << p) { }
	waituntil (t << p) { }
	waituntil (v << p) { }
	waituntil (text << c) { }
	waituntil (p << t) { }
	waituntil (c << q) { }
	waituntil (p << 3) { }
	waituntil (s << 1.5) { }
	waituntil (t << f) { }
	waituntil (k = v << c) { }
	waituntil (3 = v << c) { }
	waituntil (d = v << c) { }
	waituntil (q = v << c) { }
	waituntil (ok = v << d) { }
	waituntil (d << c) { }	// converts
	waituntil (c << d) { }
}
