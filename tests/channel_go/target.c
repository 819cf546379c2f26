// SPDX-License-Identifier: MIT
// The target of a clause that was not taken is not touched; its address is computed before the wait, as that
// of every clause, and only once.
#include <conc.h>
#include <stdio.h>

static void others_closed(channel(int *) *c, channel(int *) *d, channel(int *) *c2,
	channel(int *) *d2, channel(bool) *ready, bool both)
{
	int value = 42, *p = &value, *q = NULL;
	bool ok = true;
	ready << true;
	waituntil (p << c) { }
	or when (both) waituntil (q << c2) { }
	or waituntil (ok = q << d) { }
	or when (both) waituntil (ok = q << d2) { }
	conc_test_assert(!ok && p == &value && value == 42 && q == NULL);
	*p = 43;
	conc_test_assert(value == 43);
	ready << true;
}

static void woken_by_close(void)
{
	channel(int *) c = {}, d = {};
	channel(bool) ready = {};
	bool v;
	task(void) a = spawn others_closed(&c, &d, &c, &d, &ready, false),
		b = spawn others_closed(&c, &d, &c, &d, &ready, true);
	v << ready;
	v << ready;
	conc_sleep(1ms);
	conc_close(&d);
	v << ready;
	v << ready;
	conc_test_assert(v);
}

static int calls;

static int *counted(int *p)
{
	calls++;
	return p;
}

static void ready_at_once(void)
{
	channel(int) c = {1}, d = {};
	struct { int a; } x = { 0 };
	int other = 5;
	c << 42;
	waituntil (*counted(&other) << d) { }
	or waituntil (x.a << c) conc_test_assert(x.a == 42);
	conc_test_assert(other == 5 && calls == 1 && x.a == 42);
}

int main(void)
{
	for (int i = 0; i < 5; i++) woken_by_close();
	ready_at_once();
	puts("ok");
}
