// SPDX-License-Identifier: MIT
// A hundred numbers arrive whole and in order, received in both ways; and of thousands that several threads
// send and several receive, each as often as it was sent.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 4, MOST = 1000 };

static void send(channel(int) *c, int n)
{
	for (int i = 0; i < n; i++) c << i;
}

static void receive(channel(int) *c, int n, int *times)
{
	for (int i = 0, v; i < n; i++) {
		v << c;
		times[v]++;
	}
}

static void in_order(channel(int) *c)
{
	int v;
	{
		task(void) sender = spawn send(c, 100);
		for (int i = 0; i < 100; i++) {
			v << c;
			conc_test_assert(v == i);
		}
	}
	task(void) sender = spawn send(c, 100);
	for (int i = 0; i < 100; i++) {
		bool ok = v << c;
		conc_test_assert(ok && v == i);
	}
}

static void all_of_them(channel(int) *c, int n)
{
	static int times[THREADS][MOST];
	for (int t = 0; t < THREADS; t++)
		for (int i = 0; i < n; i++) times[t][i] = 0;
	{
		task(void) t[2 * THREADS];
		for (int i = 0; i < THREADS; i++) {
			t[i] = spawn send(c, n);
			t[THREADS + i] = spawn receive(c, n, times[i]);
		}
	}
	for (int i = 0; i < n; i++) {
		int sum = 0;
		for (int t = 0; t < THREADS; t++) sum += times[t][i];
		conc_test_assert(sum == THREADS);
	}
}

int main(void)
{
	for (int capacity = 0; capacity < 3 || (!conc_test_seed() && capacity < 12); capacity++) {
		channel(int) c;
		conc_channel_init(&c, capacity);
		in_order(&c);
		all_of_them(&c, conc_test_seed() ? 25 : MOST);
	}
	puts("ok");
}
