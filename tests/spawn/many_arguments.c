// SPDX-License-Identifier: MIT
// From none to eight arguments, of all sorts, converted as by a call.
#include <conc.h>
#include <stdio.h>

struct pair { int a, b; };

static int none(void) { return 1; }
static int three(char c, double d, const char *s) { return c + (int)d + s[0]; }
static struct pair swap(struct pair p) { return (struct pair){ p.b, p.a }; }
static long eight(int a, long b, short c, unsigned char d, float e, double f, int *g, struct pair h)
{
	return a + b + c + d + (long)e + (long)f + *g + h.a + h.b;
}

int main(void)
{
	int seven = 7;
	printf("%d\n", join(spawn none()));
	printf("%d\n", join(spawn three(1, 2, "A")));
	task(struct pair) t = spawn swap((struct pair){ 1, 2 });
	struct pair p = join(t);
	printf("%d %d\n", p.a, p.b);
	printf("%ld\n", join(spawn eight(1, 2, 3, 4, 5, 6, &seven, p)));
}
