// SPDX-License-Identifier: MIT
// class: lock
// The lock is an automatic variable of the caller, and all threads get its address. The scope ends before the lock does.
#include <conc.h>
#include <stdio.h>

static void add(conc_mutex *lock, long *total, long n)
{
	mutex (lock) *total += n;
}

static void add_up(conc_mutex *lock, long *total, int from, int to)
{
	for (int i = from; i < to; i++)
		add(lock, total, i);
}

int main(void)
{
	conc_mutex lock = {};
	long total = 0;

	scope {
		spawn add_up(&lock, &total, 0, 10);
		spawn add_up(&lock, &total, 10, 20);
	}
	printf("%ld\n", total);
	return total != 190;
}
