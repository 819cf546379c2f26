// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic -Wno-gnu
// flavours: concc gcc
// GNU C that comes close to the dialect's spellings keeps its meaning.
#include <conc.h>
#include <stdio.h>

static inline int inline_function(void) { return 1; }
static int mutex_count;
#define CALL(f, ...) f(__VA_ARGS__)

int main(void)
{
	int a = 6, *p = &a, b = 3;
	int c = a * b, d = a & b, e = a | b, f = a << 1, g = a ?: b;
	int h = ({ int t = a; t + 1; });
	__auto_type k = 1.5;
	typeof(a) l = 2;
	int local(int n) { return n + a; }
	static void *labels[] = { &&first, &&second };
	goto *labels[1];
first:
	puts("first");
second:
	printf("%d %d %d %d %d %d %.1f %d %d %d\n", c, d, e, f, g, h, k, l, local(1), *p);
	switch (a) { case 1 ... 5: puts("low"); break; default: puts("high"); }
	(void)(mutex_count + inline_function());
	CALL(printf, "%s\n", "called");
}
