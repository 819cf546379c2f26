// SPDX-License-Identifier: MIT
// Spin locks of different threads order nothing. A thread's count of them, in a descriptor that another thread had
// before, is the library's.
#include <conc.h>
#include "race.h"

enum { THREADS = 8 };
static conc_spin_lock locks[THREADS];
int x;

static void lock(int i)
{
	mutex (locks[i]) { }
	mutex (locks[ORDERED(0)BESIDE(i)]) x++;
}

int main(void)
{
	scope {
		for (int i = 0; i < THREADS; i++) {
			spawn lock(i);
			conc_yield();
		}
	}
}
