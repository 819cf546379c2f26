// SPDX-License-Identifier: MIT
// What only looks like a duration is C's.
#include <conc.h>
#include <stdio.h>

#define GLUE(a, b) a##b

int main(void)
{
	int ms = 3, s = 4, us = 5, h = 6, min = 7, ns = 8;
	struct { int s, ms; } v = { 1, 2 };
	printf("%d %d %d\n", ms + s + us, h * min * ns, v.s + v.ms);
	printf("%lld %d %lu %.1f\n", (long long)GLUE(1, ms), 0x1f, 5ul, 1.5f);
	const char *text = "10ms 5us", c = 's';
	printf("%s %c\n", text, c);
}
