// SPDX-License-Identifier: MIT
// class: lock
// A table has a lock for each part, but the threads choose the lock by their own number and not by the key.
#include <conc.h>
#include <stdio.h>

enum { PARTS = 4, KEYS = 16 };
static conc_mutex locks[PARTS];
static int counts[KEYS];

static void count(int self, int key)
{
	mutex (locks[self % PARTS]) counts[key]++;	/* races */
}

thread reader { int number; };
void main(reader *self)
{
	for (int i = 0; i < 2 * KEYS; i++)
		count(self->number, i * 3 % KEYS);
}

int main(void)
{
	int total = 0;
	{
		reader r[2] = { { 0 }, { 1 } };
	}
	for (int i = 0; i < KEYS; i++)
		total += counts[i];
	printf("%s\n", total <= 4 * KEYS ? "counted" : "too many");
}
