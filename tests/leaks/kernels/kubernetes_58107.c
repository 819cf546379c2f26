// SPDX-License-Identifier: MIT
// After kubernetes#58107: two workers wait for work of their queues with a lock held for reading. A third thread wants
// the lock to write, and waits for the worker whose queue is empty; the other worker waits behind it, though there is
// work for it. Nobody will signal the first queue any more.
// All signals have been sent before the workers start. The writer comes when the first worker waits, and the second
// worker comes when the writer waits.
#include "go.h"

struct queue { conc_mutex m; conc_condition added; };

static conc_rw_lock workers;
static struct queue first, missing_usage;

static void get(struct queue *q)
{
	mutex (q->m) conc_wait(&q->added, &q->m); /* stays */
}

static void work(struct queue *q)
{
	mutex (conc_reading(&workers)) get(q); /* stays */
}

static void synchronise(void)
{
	for (int i = 0; i < 1000; i++) {
		mutex (workers) conc_yield(); /* stays */
	}
}

static void signal_all(void)
{
	for (int i = 0; i < 1000; i++) {
		conc_signal(&first.added);
		conc_signal(&missing_usage.added);
	}
}

int main(void)
{
	signal_all();
	spawn work(&first);
	go_until_waits(1, "work", "conc_condition");
	spawn synchronise();
	go_until_waits(1, "synchronise", "conc_rw_lock");
	spawn work(&missing_usage);
	go_until_waits(1, "work", "conc_rw_lock");
}
