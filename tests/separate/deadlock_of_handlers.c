// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan (others have a kernel thread of their own)
// Code of two handlers wants an answer of the other one.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } counter;

static int get(const counter *c) { return c->n; }

static void ask(counter *self, separate counter *other)
{
	conc_sleep(5ms);
	separate (other) self->n += get(other);
}

int main(void)
{
	separate counter *x = new separate counter {}, *y = new separate counter {};
	separate (x, y) {
		ask(x, y);
		ask(y, x);
	}
	separate (x) printf("not reached: %d\n", get(x));
}
