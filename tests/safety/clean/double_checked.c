// SPDX-License-Identifier: MIT
// class: publish
// A table is made by the first who needs it. The pointer is atomic: release when it is set, acquire when it is looked at.
#include <conc.h>
#include <stdatomic.h>
#include <stdio.h>

static conc_mutex lock;
static int *_Atomic table;

static int *get(void)
{
	int *now = atomic_load_explicit(&table, memory_order_acquire);

	if (!now)
		mutex (lock) {
			now = atomic_load_explicit(&table, memory_order_relaxed);
			if (!now) {
				now = new int[4] { 1, 2, 3, 4 };
				atomic_store_explicit(&table, now, memory_order_release);
			}
		}
	return now;
}

static int use(int i)
{
	return get()[i];
}

int main(void)
{
	task(int) a = spawn use(0), b = spawn use(3);
	int sum = join(a) + join(b);

	printf("%d\n", sum);
	delete get();
	return sum != 5;
}
