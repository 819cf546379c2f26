// SPDX-License-Identifier: MIT
// Sends and receives in every form that a statement can have: into variables, through pointers, with a
// conversion, beside clauses that cannot be taken, with and without an else; and the order of evaluation.
#include <conc.h>
#include <stdio.h>

static channel(int) c = {1}, idle = {};
static int n, x, order;
static double d;
static int a[20];

static void in_order(int o)
{
	conc_test_assert(o > order);
	order = o;
}

static channel(int) *at(channel(int) *p, int o)
{
	in_order(o);
	return p;
}

static int *to(int *p, int o)
{
	in_order(o);
	return p;
}

static int value(int v, int o)
{
	in_order(o);
	return v;
}

static void check(int got)
{
	conc_test_assert(got == n);
	n++;
	order = 0;
}

static void receive_every_way(void)
{
	c << n, x << c, check(x);
	c << n;
	waituntil (x << c) { }
	check(x);
	c << n;
	waituntil (*to(&x, 1) << c) { }
	or else conc_test_assert(!"ready");
	check(x);
	c << n;
	waituntil (d << c) { }
	or waituntil (x << idle) conc_test_assert(!"idle");
	check((int)d);
	c << n;
	waituntil (idle << 1) conc_test_assert(!"idle");
	or waituntil (a[13] << c) { }
	or waituntil (x << idle) conc_test_assert(!"idle");
	or else conc_test_assert(!"ready");
	check(a[13]);
	c << n;
	when (n < 0) waituntil (idle << 1) conc_test_assert(!"off");
	or waituntil (x << c) { }
	or when (n < 0) waituntil (x << idle) conc_test_assert(!"off");
	check(x);
	c << n;
	{
		bool ok = x << c;
		conc_test_assert(ok);
	}
	check(x);
	c << n;
	check(conc_receive(&c));
}

static void send_every_way(void)
{
	waituntil (c << n) { }
	x << c;
	check(x);
	waituntil (c << n) { }
	or else conc_test_assert(!"room");
	x << c;
	check(x);
	waituntil (x << idle) conc_test_assert(!"idle");
	or waituntil (c << n + 0.0) { }
	or waituntil (idle << 1) conc_test_assert(!"idle");
	x << c;
	check(x);
	if (c << n) x << c;
	check(x);
}

static void evaluate_in_order(void)
{
	waituntil (at(&c, 1) << value(n, 2)) { }
	or waituntil (at(&idle, 3) << value(1, 4)) conc_test_assert(!"idle");
	or waituntil (x << at(&idle, 5)) conc_test_assert(!"idle");
	or when (value(0, 6)) waituntil (at(&idle, 1) << value(1, 1)) conc_test_assert(!"off");
	conc_test_assert(order == 6);
	x << c;
	check(x);
}

static void take_nothing(void)
{
	channel(int) *off = &idle;
	bool waited = true;
	x = n;
	waituntil (idle << 1) conc_test_assert(!"idle");
	or waituntil (x << idle) conc_test_assert(!"idle");
	or when (n < 0) waituntil (*(int *)0 << off) conc_test_assert(!"off");
	or else waited = false;
	conc_test_assert(!waited);
	check(x);
}

int main(void)
{
	for (int i = 0; i < 3; i++) {
		receive_every_way();
		send_every_way();
		evaluate_in_order();
		take_nothing();
	}
	printf("%d\n", n);
}
