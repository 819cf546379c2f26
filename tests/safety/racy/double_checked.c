// SPDX-License-Identifier: MIT
// class: publish
// A table is made by the first who needs it. The pointer is looked at without the lock, and again under it.
#include <conc.h>
#include <stdio.h>

static conc_mutex lock;
static int *table;

static int *get(void)
{
	if (!table)	/* races */
		mutex (lock)
			if (!table) {
				int *made = new int[4] { 1, 2, 3, 4 };	/* races */
				table = made;	/* races */
			}
	return table;	/* races */
}

static int use(int i)
{
	return get()[i];	/* races */
}

int main(void)
{
	task(int) a = spawn use(0), b = spawn use(3);

	printf("%d\n", join(a) + join(b));
	delete table;
}
