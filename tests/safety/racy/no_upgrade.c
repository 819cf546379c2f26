// SPDX-License-Identifier: MIT
// class: lock
// A reader finds that an entry is missing. It leaves the read lock, and writes the entry without the write lock.
#include <conc.h>
#include <stdio.h>

static conc_rw_lock lock;
static int entry;

static int look_up(int value)
{
	bool missing;

	mutex (conc_reading(&lock)) missing = entry == 0;	/* races */
	if (missing)
		entry = value;	/* races */
	return missing;
}

int main(void)
{
	task(int) one = spawn look_up(7), two = spawn look_up(7);

	printf("%s\n", join(one) + join(two) >= 1 ? "found" : "missing");
}
