// SPDX-License-Identifier: MIT
// flags: -Wno-unused-but-set-variable
// A statement that waits for one channel twice, or leaves the queue of one while others wait behind or
// before it, leaves that queue as it should be.
#include <conc.h>
#include <stdio.h>

static void twice(channel(int) *c, channel(int) *again, channel(int) *d, channel(int) *e)
{
	int v;
	waituntil (v << c) { }
	or waituntil (v << again) { }
	or waituntil (v << d) { }
	e << 9;
}

static void once(channel(int) *c)
{
	int v;
	v << c;
}

static void same_channel_twice(void)
{
	channel(int) c = {}, d = {}, e = {};
	int v;
	task(void) a = spawn twice(&c, &c, &d, &e);
	conc_sleep(1ms);
	task(void) b = spawn once(&c);
	conc_sleep(1ms);
	d << 7;
	v << e;
	conc_test_assert(v == 9);
	c << 8;
}

static void last_in_the_queue(channel(bool) *c, channel(bool) *d, channel(bool) *e)
{
	bool v;
	waituntil (v << c) conc_test_assert(!"taken from the wrong channel");
	or waituntil (v << d) e << true;
	v << c;
}

static void take(channel(bool) *c)
{
	bool v;
	v << c;
}

static void give(channel(bool) *c)
{
	c << true;
}

static void leaving_the_end(void)
{
	channel(bool) c = {}, d = {}, e = {};
	bool v;
	task(void) first = spawn take(&c), second = spawn last_in_the_queue(&c, &d, &e), third = spawn give(&d);
	v << e;
	c << true;
	c << v;
}

int main(void)
{
	for (int i = 0; i < 20; i++) {
		same_channel_twice();
		leaving_the_end();
	}
	puts("ok");
}
