// SPDX-License-Identifier: MIT
// class: guarded
// A helper expects that its caller holds the lock, and both callers do: one for an item, one for all of them.
#include <conc.h>
#include <stdio.h>

monitor stack { int items[64], n; };
static stack s;

static void put(stack *to, int item)	// the caller holds the lock
{
	to->items[to->n++] = item;
}

static void push(stack * mutex to, int item)
{
	put(to, item);
}

static void fill(stack *to)
{
	for (int i = 0; i < 20; i++)
		push(to, i);
}

static void refill(stack * mutex to)
{
	for (int i = 0; i < 20; i++)
		put(to, -i);
}

int main(void)
{
	{
		task(void) one = spawn fill(&s), two = spawn refill(&s);
	}
	printf("%d items\n", s.n);
	return s.n != 40;
}
