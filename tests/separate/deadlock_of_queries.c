// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan (others have a kernel thread of their own)
// Two clients reserve two handlers in opposite orders, then want answers: each waits for the other's block to end.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } counter;

static conc_barrier both = { 2, NULL };

static void foo(counter *x) { x->n++; }
static int get(const counter *x) { return x->n; }

static void client(separate counter *mine, separate counter *others)
{
	separate (mine) {
		foo(mine);
		conc_barrier_wait(&both);
		separate (others) {
			foo(others);
			printf("not reached: %d\n", get(others));
		}
	}
}

int main(void)
{
	separate counter *x = new separate counter {}, *y = new separate counter {};
	scope {
		spawn client(x, y);
		spawn client(y, x);
	}
}
