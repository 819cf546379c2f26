// SPDX-License-Identifier: MIT
// flavours: concc
// A macro called like a function, or one that stands for another function.
#include <conc.h>
#include <stdio.h>

static int one(int a) { return a + 1; }
static int two(int a) { return a + 2; }

static int again(void)
{
#define one(x) one((x) + 100)
	task(int) t = spawn one(1);
	return join(t);
#undef one
}

static int other(void)
{
#define one two
	task(int) t = spawn one(1);
	return join(t);
#undef one
}

int main(void) { printf("%d %d %d\n", again(), other(), one(1)); }
