// SPDX-License-Identifier: MIT
// class: lock
// A reader finds that an entry is missing. It leaves the read lock, takes the write lock, and looks again.
#include <conc.h>
#include <stdio.h>

static conc_rw_lock lock;
static int entry;

static int look_up(int value)
{
	bool missing;

	mutex (conc_reading(&lock)) missing = entry == 0;
	if (missing)
		mutex (lock) {
			missing = entry == 0;
			if (missing)
				entry = value;
		}
	return missing;
}

int main(void)
{
	task(int) one = spawn look_up(7), two = spawn look_up(7);
	int made = join(one) + join(two);

	printf("made %d times\n", made);
	return made != 1;
}
