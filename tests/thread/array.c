// SPDX-License-Identifier: MIT
// Arrays of threads: fixed, of unknown bound, two-dimensional, of variable length.
#include <conc.h>
#include <stdio.h>

static int sum;

thread worker { int n; };

void main(worker *self)
{
	conc_yield();
	__atomic_add_fetch(&sum, self->n, __ATOMIC_RELAXED);
}

static void variable(int n)
{
	worker w[n];
	for (int i = 0; i < n; i++) join(w[i]);
	printf("variable %d\n", n);
}

int main(void)
{
	{
		worker w[3] = { { 1 }, { 2 } };
	}
	printf("%d\n", sum);
	{
		worker w[] = { { 10 }, { 20 }, { 30 }, { 40 } };
		printf("%zu\n", sizeof w / sizeof *w);
	}
	printf("%d\n", sum);
	{
		worker w[2][3] = { { { 100 }, { 100 }, { 100 } }, { { 200 }, { 200 }, { 200 } } };
	}
	printf("%d\n", sum);
	variable(5);
}
