// SPDX-License-Identifier: MIT
// class: life
// Main takes a queue apart when the consumers have been joined, too.
// After SCTBench conc-bugs.pbzip2, mended.
#include <conc.h>
#include <stdio.h>

struct queue { conc_mutex *lock; int items; };
static struct queue q;

static int consume(void)
{
	int taken = 0;

	for (int i = 0; i < 20; i++) {
		mutex (q.lock)
			if (q.items > 0) {
				q.items--;
				taken++;
			}
		conc_yield();
	}
	return taken;
}

int main(void)
{
	static conc_mutex lock;

	q = (struct queue){ &lock, 10 };
	task(int) one = spawn consume(), two = spawn consume();
	int taken = join(one) + join(two);
	q.lock = NULL;
	printf("%d\n", taken);
	return taken != 10;
}
