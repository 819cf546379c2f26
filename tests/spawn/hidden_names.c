// SPDX-License-Identifier: MIT
// flags: -Wno-shadow -Wno-old-style-definition
// Functions and types that mean something else at file scope: spawn calls what the call would, with the types of the call.
#include <conc.h>
#include <stdio.h>

typedef int number;
typedef struct { int n; } box;
struct pair { int n; };
static int one(int a) { return a + 1; }
static int two(int a) { return a + 2; }
static double half(double d) { return d / 2; }
static int of_box(box b) { return b.n; }
static int of_pair(struct pair *p) { return p->n; }

static int parameter(int (*one)(int))
{
	task(int) t = spawn one(10);
	return join(t);
}

static int variable(void)
{
	int (*one)(int) = two;
	task(int) t = spawn one(10), u = spawn (*one)(20);
	return join(t) + join(u);
}

static int prototype(void)
{
	int later(int);
	task(int) t = spawn later(10);
	return join(t);
}

static double typedefs(void)
{
	typedef double number;
	number (*divide)(number) = half;
	task(number) t[2];
	t[0] = spawn divide(2.5);
	t[1] = spawn half(1);
	return join(t[0]) + join(t[1]);
}

static int words(void)
{
	box x = { 4 };
	struct pair y = { 5 };
	int box = 5, conc_1 = 1;
	struct pair { double d; } z = { 1.5 };
	task(int) t = spawn of_box(x), u = spawn of_pair((void *)&y), v = spawn one(conc_1 + (z.d > 1));
	return join(t) + join(u) + join(v) + box;
}

int later(int a) { return a + 3; }

int main(void)
{
	printf("%d %d %d %g %d\n", parameter(two), variable(), prototype(), typedefs(), words());
}
