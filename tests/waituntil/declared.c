/* A clause's own variable, and a receive that drops. */
#include <conc.h>
#include <stdio.h>

struct pair { int a, b; };

static int seven(void) { return 7; }

static void each_kind(void)
{
	channel(int) c = {4};
	channel(struct pair) pairs = {1};
	channel(channel(int) *) replies = {1};
	future(double) f = {};
	task(int) t = spawn seven();
	int n = -1;
	c << 1;
	pairs << (struct pair){2, 3};
	replies << &c;
	f << 4.5;
	waituntil (int x << c) printf("%d ", x);
	waituntil (struct pair p << pairs) { printf("%d %d ", p.a, p.b); }
	waituntil (channel(int) *r << replies) r << 5;
	waituntil (long wide << c) { printf("%ld ", wide); }
	waituntil (double d << f) { printf("%g ", d); }
	waituntil (int x << t) { printf("%d ", x); }
	printf("%d\n", n);
}

static void closed(void)
{
	channel(int) c = {4};
	bool ok, dropped;
	c << 1;
	c << 2;
	conc_close(&c);
	for (int i = 0; i < 2; i++)
		waituntil (ok = int x << c) { printf("%d %d ", ok, x); }
	for (int i = 0; i < 2; i++)
		waituntil (dropped = << c) { printf("%d ", dropped); }
	waituntil (ok = int x << c) { printf("%d %d\n", ok, x); }
}

/* In a loop and with and: a block sees its own value. */
static void rounds(void)
{
	channel(int) a = {4}, b = {4};
	for (int i = 0; i < 3; i++) {
		a << i;
		b << 10 * i;
		waituntil (int x << a) { if (x == 1) continue; printf("a %d ", x); }
		and waituntil (int x << b) { printf("b %d ", x); }
	}
	waituntil (<< b) { printf("dropped, %zu left\n", conc_count(&b)); }
	or waituntil (timeout(1h)) { }
	channel(int) *p = &a;
	a << 9;
	fair waituntil (int n << p) { printf("%d\n", n); }
	or waituntil (<< &b) { }
}

int main(void)
{
	each_kind();
	closed();
	rounds();
}
