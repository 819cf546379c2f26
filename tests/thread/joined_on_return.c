// SPDX-License-Identifier: MIT
// return joins the threads of all scopes it leaves, after its value was computed.
#include <conc.h>
#include <stdio.h>

static int done;

thread worker { int n; };

void main(worker *self)
{
	for (int i = 0; i < 10; i++) conc_yield();
	__atomic_add_fetch(&done, self->n, __ATOMIC_RELAXED);
}

static int f(void)
{
	worker a = { 1 };
	for (;;) {
		worker b = { 2 }, c = { 4 };
		return 5;
	}
}

static int g(void)
{
	int rounds = 0;
again:
	{
		worker a = { 10 };
		if (++rounds < 3) goto again;
	}
	return done;
}

int main(void)
{
	int value = f();
	printf("%d %d\n", value, done);
	printf("%d\n", g());
}
