// SPDX-License-Identifier: MIT
// class: life
// Main takes a queue apart when the producer has ended. A consumer still looks at it.
// After SCTBench conc-bugs.pbzip2.
#include <conc.h>
#include <stdio.h>

struct queue { conc_mutex *lock; int items; };
static struct queue q;
static _Atomic int taken;

static void consume(void)
{
	for (int i = 0; i < 20; i++) {
		conc_mutex *lock = q.lock;	/* races */
		if (!lock)
			return;
		mutex (lock)
			if (q.items > 0) {
				q.items--;
				taken++;
			}
		conc_yield();
	}
}

int main(void)
{
	static conc_mutex lock;

	q = (struct queue){ &lock, 10 };
	task(void) consumer = spawn consume();
	while (!taken)
		conc_yield();
	q.lock = NULL;	/* races */
	join(consumer);
	printf("%s\n", taken <= 10 ? "taken" : "too many");
}
