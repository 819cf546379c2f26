// SPDX-License-Identifier: MIT
// First in, first out: through a buffer, and hand to hand along a chain of threads that take one each.
#include <conc.h>
#include <stdio.h>

enum { N = 10 };

static void buffered(void)
{
	channel(int) c = {N};
	int v;
	for (int i = 0; i < N; i++) c << i;
	for (int i = 0; i < N; i++) {
		v << c;
		conc_test_assert(v == i);
	}
}

static void link_of_chain(channel(int) *c, int expected, channel(int) *in, channel(int) *out)
{
	int v;
	v << in;
	v << c;
	conc_test_assert(v == expected);
	out << 1;
}

static void hand_to_hand(void)
{
	channel(int) c = {}, turns[N + 1] = { {0} };
	int v;
	task(void) t[N];
	for (int i = 0; i < N; i++) t[i] = spawn link_of_chain(&c, i, &turns[i], &turns[i + 1]);
	turns[0] << 0;
	for (int i = 0; i < N; i++) c << i;
	v << turns[N];
	conc_test_assert(v == 1);
}

int main(void)
{
	buffered();
	hand_to_hand();
	puts("ok");
}
