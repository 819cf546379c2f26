// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan (others have a kernel thread of their own)
// A client waits in its block for a thread that waits for the same handler.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } counter;

static int get(const counter *c) { return c->n; }

static int ask(separate counter *c)
{
	separate (c) return get(c);
}

int main(void)
{
	separate counter *x = new separate counter {};
	separate (x) {
		task(int) t = spawn ask(x);
		printf("not reached: %d\n", get(x) + join(t));
	}
	delete x;
}
