// SPDX-License-Identifier: MIT
// After kubernetes#81148: a test sets a pod's time without the lock under which the queue is flushed.
#include <conc.h>
#include "../race/race.h"

monitor queue { bool has_pod; int64_t stamp; };

static bool flush(queue * mutex q) { return q->has_pod && q->stamp != 1; }

static void run(queue *q)
{
	while (!flush(q)) conc_sleep(100us);
}

static void add(queue * mutex q)
{
	q->has_pod = true;
	q->stamp = 2;
}

int main(void)
{
	static queue q;
	task(void) t = spawn run(&q);
	add(&q);
	ORDERED(mutex (q)) q.stamp = 3;
	join(t);
}
