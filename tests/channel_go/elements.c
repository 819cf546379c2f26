// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic
// A send takes a whole expression in parentheses; channels can be handed through channels; an element may
// have no size at all.
#include <conc.h>
#include <stdio.h>

struct nothing { };

static void of_channels(void)
{
	channel(channel(int) *) cc = {1};
	channel(int) c = {1}, *p;
	int v;
	cc << &c;
	waituntil (conc_receive(&cc) << 2) { }
	or else conc_test_assert(!"room");
	v << c;
	cc << &c;
	p << cc;
	conc_test_assert(v == 2 && p == &c);
}

static void of_nothing(size_t capacity)
{
	channel(struct nothing) c;
	static struct nothing v;
	conc_channel_init(&c, capacity);
	if (capacity) {
		c << v;
		conc_test_assert(conc_count(&c) == 1 && !conc_try_send(&c, v));
		v << c;
	}
	conc_test_assert(!conc_try_receive(&c, &v));
}

int main(void)
{
	channel(bool) c = {1};
	bool v;
	c << (false || true);
	v << c;
	conc_test_assert(v);
	of_channels();
	of_nothing(0);
	of_nothing(1);
	puts("ok");
}
