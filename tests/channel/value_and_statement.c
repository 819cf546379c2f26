// SPDX-License-Identifier: MIT
// What an operation yields, and that one that failed as a value leaves everything as it was.
#include <conc.h>
#include <stdio.h>

struct pair { long a, b; };

static bool both(bool first, bool second) { return first && second; }

int main(void)
{
	channel(int) c = {4};
	channel(struct pair) pairs = {2};
	struct pair p = {1, 2}, q = {0, 0};
	int x = 7, n = 0;
	c << 1;
	c << 2;
	bool ok = x << c;
	printf("%d %d\n", ok, x);
	if (x << c) n++;
	if (!(c << 3)) n = 100;
	while (n < 4 && c << n) n++;
	printf("%d %zu\n", n, conc_count(&c));
	n += (x << c ? 10 : 20);
	printf("%d %d\n", n, x);
	pairs << p;
	ok = both(pairs << (struct pair){3, 4}, q << pairs);
	printf("%d %ld %ld\n", ok, q.a, q.b);
	q << pairs;
	printf("%ld %ld\n", q.a, q.b);
	for (n = 0, c << 9; x << c && x != 9; n += x) continue;
	printf("%d %d\n", n, x);
	conc_close(&c);
	conc_close(&c);
	conc_close(&pairs);
	x = 5;
	ok = c << x;
	printf("%d", ok);
	printf(" %d", x << c);
	(void)(x << c);
	(void)(c << 1);
	ok = q << pairs;
	printf(" %d %d %ld\n", ok, x, q.b);
	channel(int) kept = {2};
	kept << 8;
	conc_shutdown(&kept);
	printf("%d %d %zu\n", x << kept, kept << 1, conc_count(&kept));
}
