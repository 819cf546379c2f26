// SPDX-License-Identifier: MIT
// flags: -Wno-unused-but-set-variable
// What waits and what does not, for each capacity: a receive from an empty channel, a send into a full one,
// the tries, a closed channel; and how many elements there are.
#include <conc.h>
#include <stdio.h>

static void receive(channel(int) *c, int *state)
{
	int v;
	v << c;
	__atomic_store_n(state, 2, __ATOMIC_RELAXED);
}

static void receive_checked(channel(int) *c, int *state)
{
	int v;
	bool ok = v << c;
	__atomic_store_n(state, ok ? 2 : 3, __ATOMIC_RELAXED);
}

static void send(channel(int) *c, int *state)
{
	c << 0;
	__atomic_store_n(state, 2, __ATOMIC_RELAXED);
}

static int state_of(int *state)
{
	return __atomic_load_n(state, __ATOMIC_RELAXED);
}

static void fill(channel(int) *c, int capacity)
{
	for (int i = 0; i < capacity; i++) c << i;
}

static void empty(int capacity)
{
	channel(int) c;
	conc_channel_init(&c, capacity);
	int one = 0, two = 0, v = 7;
	task(void) a = spawn receive(&c, &one), b = spawn receive_checked(&c, &two);
	conc_sleep(1ms);
	conc_test_assert(state_of(&one) != 2 && state_of(&two) != 2);
	conc_test_assert(!conc_try_receive(&c, &v) && v == 7);
	waituntil (v << c) conc_test_assert(!"received from an empty channel");
	or else v = 8;
	conc_test_assert(v == 8);
	c << 0;
	c << 0;
	join(a);
	join(b);
	conc_test_assert(one == 2 && two == 2);
}

static void full(int capacity)
{
	channel(int) c;
	conc_channel_init(&c, capacity);
	int state = 0, v;
	fill(&c, capacity);
	task(void) a = spawn send(&c, &state);
	conc_sleep(1ms);
	conc_test_assert(state_of(&state) != 2);
	conc_test_assert(!conc_try_send(&c, 0));
	v << c;
	join(a);
}

static void full_for_else(int capacity)
{
	channel(int) c;
	conc_channel_init(&c, capacity);
	bool waited = true;
	fill(&c, capacity);
	conc_test_assert(!conc_try_send(&c, 0));
	waituntil (c << 0) conc_test_assert(!"sent into a full channel");
	or else waited = false;
	conc_test_assert(!waited && conc_count(&c) == (size_t)capacity);
}

static void closed(int capacity)
{
	channel(int) c;
	conc_channel_init(&c, capacity);
	int v = -1;
	fill(&c, capacity);
	conc_close(&c);
	for (int i = 0; i < capacity; i++) {
		v << c;
		conc_test_assert(v == i);
	}
	v = -1;
	conc_test_assert(!(v << c) && v == -1);
	conc_test_assert(!(c << 1));
}

static void close_wakes(int capacity)
{
	channel(int) c;
	conc_channel_init(&c, capacity);
	int state = 0;
	task(void) a = spawn receive_checked(&c, &state);
	conc_sleep(1ms);
	conc_close(&c);
	join(a);
	conc_test_assert(state == 3);
}

static void count(int capacity)
{
	channel(int) c;
	conc_channel_init(&c, capacity);
	conc_test_assert(conc_count(&c) == 0);
	fill(&c, capacity);
	conc_test_assert(conc_count(&c) == (size_t)capacity);
}

int main(void)
{
	for (int capacity = 0; capacity < 4 || (!conc_test_seed() && capacity < 20); capacity++) {
		empty(capacity);
		full(capacity);
		full_for_else(capacity);
		closed(capacity);
		close_wakes(capacity);
		count(capacity);
	}
	puts("ok");
}
