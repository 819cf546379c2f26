// SPDX-License-Identifier: MIT
// class: lock
// The lock is an automatic variable: every call has another one, and nobody excludes anybody.
#include <conc.h>
#include <stdio.h>

static long total;

static void add(long n)
{
	conc_mutex lock = {};

	mutex (lock) total += n;	/* races */
}

static void add_up(int from, int to)
{
	for (int i = from; i < to; i++)
		add(i);
}

int main(void)
{
	scope {
		spawn add_up(0, 10);
		spawn add_up(10, 20);
	}
	printf("%s\n", total <= 190 ? "added" : "too much");
}
