// SPDX-License-Identifier: MIT
// A channel with room for one is a lock, held by who has sent.
#include <conc.h>
#include "race.h"

int x;

static void f(channel(int) *lock)
{
	for (int i = 0; i < 50; i++) {
		int back;
		*lock << 1;
		ORDERED(x++;)
		conc_yield();
		back << *lock;
		BESIDE(x++;)
		(void)back;
	}
}

int main(void)
{
	channel(int) lock = { 1 ORDERED(+0) };
	task(void) t = spawn f(&lock), u = spawn f(&lock);
	join(t), join(u);
}
