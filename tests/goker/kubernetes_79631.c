// SPDX-License-Identifier: MIT
// After kubernetes#79631: a test looks for a pod in a queue's heap without the lock of who flushes it.
#include <conc.h>
#include "../race/race.h"

struct heap { int pods[4]; };
struct queue { conc_rw_lock lock; struct heap *backoff; };

static void pop(struct heap *h) { h->pods[1] = 0; }

static int get(const struct heap *h) { return h->pods[1]; }

static void flush(struct queue *q)
{
	mutex (q->lock) pop(q->backoff);
}

static void run(struct queue *q, future(int) *stop)
{
	flush(q);
	waituntil (*stop) {}
}

int main(void)
{
	static struct heap h = { { 1, 1 } };
	static struct queue q = { .backoff = &h };
	future(int) stop = {};
	task(void) flusher = spawn run(&q, &stop);
	int found;
	ORDERED(mutex (conc_reading(&q.lock))) found = get(q.backoff);
	stop << 1;
	join(flusher);
	return found > 1;
}
