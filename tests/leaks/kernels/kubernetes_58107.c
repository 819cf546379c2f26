// SPDX-License-Identifier: MIT
// After kubernetes#58107: two workers wait for work of their queues with a lock held for reading. A third thread wants
// the lock to write, and waits for the worker whose queue is empty; the other worker waits behind it, though there is
// work for it. Nobody will signal the first queue any more.
// All signals have been sent before the workers start. The writer comes when the first worker waits, and the second
// worker comes when the writer waits.
#include "go.h"

struct queue { conc_mutex m; conc_condition added; };

struct controller { conc_rw_lock workers; struct queue first, missing_usage; };

static void get(struct queue *q)
{
	mutex (q->m) conc_wait(&q->added, &q->m); /* stays */
}

static void work(struct controller *c, struct queue *q)
{
	mutex (conc_reading(&c->workers)) get(q); /* stays */
}

static void synchronise(struct controller *c)
{
	for (int i = 0; i < 1000; i++) {
		mutex (c->workers) conc_yield(); /* stays */
	}
}

static void signal_all(struct controller *c)
{
	for (int i = 0; i < 1000; i++) {
		conc_signal(&c->first.added);
		conc_signal(&c->missing_usage.added);
	}
}

go_test
{
	struct controller *c = new struct controller {};
	signal_all(c);
	spawn work(c, &c->first);
	go_until_waits(1, "work", "conc_condition");
	spawn synchronise(c);
	go_until_waits(1, "synchronise", "conc_rw_lock");
	spawn work(c, &c->missing_usage);
	go_until_waits(1, "work", "conc_rw_lock");
}

int main(void) { test(); }
