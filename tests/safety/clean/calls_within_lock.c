// SPDX-License-Identifier: MIT
// class: guarded
// Functions of a monitor call each other. The lock may be taken again by its holder, so each of them can be called alone.
#include <conc.h>
#include <stdio.h>

monitor stock { int apples, pears, sold; };
static stock s = { 20, 20, 0 };

static void note(stock * mutex x, int n)
{
	x->sold += n;
}

static void sell_apples(stock * mutex x, int n)
{
	x->apples -= n;
	note(x, n);
}

static void sell_baskets(stock * mutex x, int n)
{
	sell_apples(x, 2 * n);
	x->pears -= n;
	note(x, n);
}

static void work(int n)
{
	for (int i = 0; i < n; i++) {
		sell_apples(&s, 1);
		sell_baskets(&s, 1);
	}
}

int main(void)
{
	{
		task(void) one = spawn work(2), two = spawn work(3);
	}
	printf("%d apples, %d pears, %d sold\n", s.apples, s.pears, s.sold);
	return s.apples != 5 || s.pears != 15 || s.sold != 20;
}
