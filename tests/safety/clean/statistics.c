// SPDX-License-Identifier: MIT
// class: guarded
// The lock protects a table; the counter of misses is atomic and needs none.
#include <conc.h>
#include <stdio.h>

enum { SIZE = 8 };
monitor table { int keys[SIZE]; };
static table t = { { 1, 2, 3, 4, 5, 6, 7, 8 } };
static _Atomic long misses;

static bool find(table *in, int key)
{
	bool found = false;

	mutex (in)
		for (int i = 0; i < SIZE; i++)
			found = found || in->keys[i] == key;
	if (!found)
		misses++;
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
	int found = join(low) + join(high);

	printf("%d found, %ld missed\n", found, misses);
	return found + misses != 20;
}
