// SPDX-License-Identifier: MIT
// class: array
// Threads mark numbers in a bitmap. Marks of different numbers are in one word.
#include <conc.h>
#include <stdio.h>

static unsigned long used[2];

static void mark(int n)
{
	used[n / 64] |= 1ul << n % 64;	/* races */
}

static void mark_multiples(int of)
{
	for (int i = of; i < 128; i += of)
		mark(i);
}

int main(void)
{
	scope {
		spawn mark_multiples(3);
		spawn mark_multiples(5);
	}
	printf("%s\n", used[0] & 32 ? "marked" : "lost");
}
