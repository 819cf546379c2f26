// SPDX-License-Identifier: MIT
// Operations and types that macros spell, in part or as a whole.
#include <conc.h>
#include <stdio.h>

#define CAPACITY 2
#define ELEMENT int
#define CHANNEL(T) channel(T)
#define SEND(c, v) ((c) << (v))
#define PASS(from, to, T)                      \
	do {                                   \
		T passed;                      \
		while (passed << from)         \
			to << passed * FACTOR; \
	} while (0)
#define FACTOR 3
#define SHIFT(x) ((x) << CAPACITY)
#define BOTH(a, b) ((a) && (b))

int main(void)
{
	channel(ELEMENT) a = {CAPACITY}, b = {CAPACITY * 2};
	CHANNEL(int) c = {CAPACITY};
	int x, y = 0;
	SEND(a, SHIFT(2));
	a << SHIFT(1);
	conc_close(&a);
	PASS(a, b, int);
	if (BOTH(x << b, y << b)) printf("%d %d\n", x, y);
	if (SEND(c, x)) printf("%d\n", BOTH(y << c, y == x));
	SEND(c, FACTOR), SEND(c, CAPACITY);
	x = conc_receive(&c) << FACTOR;
	printf("%zu %d\n", conc_count(&c), x);
}
