// SPDX-License-Identifier: MIT
// After kubernetes#88331: the length of a queue is read without the lock under which it is popped.
#include <conc.h>
#include "../race/race.h"

monitor heap { int length; };

static void pop(heap * mutex h) { h->length--; }

int main(void)
{
	static heap h = { .length = 2 };
	task(void) t = spawn pop(&h);
	int length;
	ORDERED(mutex (h)) length = h.length;
	join(t);
	return length < 1;
}
