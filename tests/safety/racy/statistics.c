// SPDX-License-Identifier: MIT
// class: guarded
// The lock protects a table, but not the counter of misses that each look-up changes.
#include <conc.h>
#include <stdio.h>

enum { SIZE = 8 };
monitor table { int keys[SIZE]; long misses; };
static table t = { { 1, 2, 3, 4, 5, 6, 7, 8 }, 0 };

static bool find(table *in, int key)
{
	bool found = false;

	mutex (in)
		for (int i = 0; i < SIZE; i++)
			found = found || in->keys[i] == key;
	if (!found)
		in->misses++;	/* races */
	return found;
}

static int search(int from)
{
	int found = 0;

	for (int i = from; i < from + 10; i++)
		found += find(&t, i);
	return found;
}

int main(void)
{
	task(int) low = spawn search(0), high = spawn search(5);

	printf("%d found\n", join(low) + join(high));
}
