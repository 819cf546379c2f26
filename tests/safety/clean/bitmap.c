// SPDX-License-Identifier: MIT
// class: array
// Threads mark numbers in a bitmap, by an atomic operation on the word.
#include <conc.h>
#include <stdio.h>

static unsigned long used[2];

static void mark(int n)
{
	__atomic_fetch_or(&used[n / 64], 1ul << n % 64, __ATOMIC_RELAXED);
}

static void mark_multiples(int of)
{
	for (int i = of; i < 128; i += of)
		mark(i);
}

int main(void)
{
	int n = 0;

	scope {
		spawn mark_multiples(3);
		spawn mark_multiples(5);
	}
	for (int i = 0; i < 128; i++)
		n += used[i / 64] >> i % 64 & 1;
	printf("%d marked\n", n);
	return n != 42 + 25 - 8;
}
