// SPDX-License-Identifier: MIT
// class: lock
// Readers of a phone book note who asked last. They hold the lock for reading, so two of them write at once.
#include <conc.h>
#include <stdio.h>

static conc_rw_lock lock;
static int numbers[4] = { 10, 20, 30, 40 }, last;

static int ask(int who)
{
	int sum = 0;

	for (int i = 0; i < 4; i++)
		mutex (conc_reading(&lock)) {
			sum += numbers[i];
			last = who;	/* races */
		}
	return sum;
}

static void renumber(void)
{
	mutex (lock) numbers[0]++;
}

int main(void)
{
	task(int) ann = spawn ask(1), bob = spawn ask(2);

	renumber();
	int sum = join(ann) + join(bob);
	printf("%d, %d asked last\n", sum, last);
}
