// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan (others have a kernel thread of their own)
// A condition that nobody is left to make true.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } counter;

static int get(const counter *c) { return c->n; }

int main(void)
{
	separate counter *x = new separate counter {};
	separate (x) require (get(x) > 0) puts("not reached");
}
