// SPDX-License-Identifier: MIT
// Operations that do not wait, tried until the other side has come; with elements of several sizes.
#include <conc.h>
#include <stdint.h>
#include <stdio.h>

struct big { int64_t first, more[9]; };

static void yield_or_stop(int *tries)
{
	conc_test_assert(++*tries < 1000000);
	conc_yield();
}

static void receive_int(channel(int32_t) *c, channel(bool) *strobe)
{
	int32_t v;
	v << c;
	conc_test_assert(v == 123);
	strobe << true;
}

static void send_int(channel(int32_t) *c, channel(bool) *strobe)
{
	c << 234;
	strobe << true;
}

static void ints(size_t capacity)
{
	channel(int32_t) c;
	channel(bool) strobe = {};
	int32_t v;
	bool done = false;
	int tries = 0;
	conc_channel_init(&c, capacity);
	waituntil (v << c) conc_test_assert(!"nothing was sent");
	or else { }
	task(void) receiver = spawn receive_int(&c, &strobe);
	while (!done) {
		waituntil (c << 123) done = true;
		or else yield_or_stop(&tries);
	}
	done << strobe;
	task(void) sender = spawn send_int(&c, &strobe);
	if (capacity) done << strobe;
	for (done = false; !done;) {
		waituntil (v << c) done = true;
		or else yield_or_stop(&tries);
	}
	conc_test_assert(v == 234);
	if (!capacity) done << strobe;
}

static void receive_bool(channel(bool) *c)
{
	bool v = false;
	v << c;
	conc_test_assert(v);
}

static void send_bool(channel(bool) *c)
{
	c << true;
}

static void bools(size_t capacity)
{
	channel(bool) c;
	bool v = false;
	int tries = 0;
	conc_channel_init(&c, capacity);
	conc_test_assert(!conc_try_receive(&c, &v) && !v);
	{
		task(void) receiver = spawn receive_bool(&c);
		while (!conc_try_send(&c, true)) yield_or_stop(&tries);
	}
	task(void) sender = spawn send_bool(&c);
	while (!conc_try_receive(&c, &v)) yield_or_stop(&tries);
	conc_test_assert(v);
}

static void receive_big(channel(struct big) *c)
{
	struct big v;
	v << c;
	conc_test_assert(v.first == 1 && v.more[8] == 9);
}

static void send_big(channel(struct big) *c)
{
	c << (struct big){ 2, { 0, 0, 0, 0, 0, 0, 0, 0, 8 } };
}

static void bigs(size_t capacity)
{
	channel(struct big) c;
	struct big v = { 1, { 0, 0, 0, 0, 0, 0, 0, 0, 9 } };
	bool done = false;
	int tries = 0;
	conc_channel_init(&c, capacity);
	conc_test_assert(!conc_try_receive(&c, &v) && v.first == 1);
	{
		task(void) receiver = spawn receive_big(&c);
		while (!done) {
			waituntil (c << v) done = true;
			or else yield_or_stop(&tries);
		}
	}
	task(void) sender = spawn send_big(&c);
	for (done = false; !done;) {
		waituntil (v << c) done = true;
		or else yield_or_stop(&tries);
	}
	conc_test_assert(v.first == 2 && v.more[8] == 8);
}

int main(void)
{
	for (size_t capacity = 0; capacity < 2; capacity++) {
		ints(capacity);
		bools(capacity);
		bigs(capacity);
	}
	puts("ok");
}
