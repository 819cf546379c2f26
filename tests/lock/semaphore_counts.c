// SPDX-License-Identifier: MIT
// flags: -Wno-missing-field-initializers
// At most three at once, and all get their turn.
#include <conc.h>
#include <stdio.h>

static conc_semaphore three = { 3 };
static int inside, most, turns;

thread worker { int unused; };

void main(worker *self)
{
	(void)self;
	for (int i = 0; i < 20; i++)
		mutex (three) {
			int now = __atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST);
			int seen = __atomic_load_n(&most, __ATOMIC_SEQ_CST);
			while (now > seen && !__atomic_compare_exchange_n(&most, &seen, now, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
			conc_yield();
			__atomic_add_fetch(&turns, 1, __ATOMIC_SEQ_CST);
			__atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
		}
}

int main(void)
{
	{
		worker w[10] = {0};
	}
	printf("%d %d\n", most <= 3, turns);
}
