// SPDX-License-Identifier: MIT
// class: lock
// A table has a lock for each part of its keys, and the key chooses the lock.
#include <conc.h>
#include <stdio.h>

enum { PARTS = 4, KEYS = 16 };
static conc_mutex locks[PARTS];
static int counts[KEYS];

static void count(int key)
{
	mutex (locks[key % PARTS]) counts[key]++;
}

thread reader { int number; };
void main(reader *self)
{
	for (int i = 0; i < 2 * KEYS; i++)
		count((i * 3 + self->number) % KEYS);
}

int main(void)
{
	int total = 0;
	{
		reader r[2] = { { 0 }, { 1 } };
	}
	for (int i = 0; i < KEYS; i++)
		total += counts[i];
	printf("%d\n", total);
	return total != 4 * KEYS;
}
