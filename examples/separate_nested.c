// SPDX-License-Identifier: MIT
// One client reserves x and then y, the other y and then x. With locks that can end with each waiting for the other. To
// reserve is not to wait, though: both log their calls and go, and the handlers see to the rest. It would be another
// matter if the calls had answers: tests/separate/deadlock_of_queries.c.
#include <conc.h>
#include <stdio.h>

enum { ROUNDS = 5000 };

typedef struct { long calls; } counter;

static void foo(counter *x) { x->calls++; }
static void bar(counter *y) { y->calls++; }

static void one(separate counter *x, separate counter *y)
{
	for (int i = 0; i < ROUNDS; i++)
		separate (x)
			separate (y) {
				foo(x);
				bar(y);
			}
}

static void other(separate counter *x, separate counter *y)
{
	for (int i = 0; i < ROUNDS; i++)
		separate (y)
			separate (x) {
				foo(x);
				bar(y);
			}
}

int main(void)
{
	separate counter *x = new separate counter {}, *y = new separate counter {};
	scope {
		spawn one(x, y);
		spawn other(x, y);
	}
	separate (x, y) printf("%ld and %ld calls\n", x->calls, y->calls);
	delete x;
	delete y;
}
