// SPDX-License-Identifier: MIT
// class: guarded
// A queue's flush takes an entry out under the lock. A look-up walks through the same list without it.
// After GoKer kubernetes#79631.
#include <conc.h>
#include <stdio.h>

struct entry { int key; struct entry *next; };
monitor backoff { struct entry *first; };
static backoff queue;

static void flush(backoff * mutex q)
{
	if (q->first)
		q->first = q->first->next;	/* races */
}

static bool has(backoff *q, int key)
{
	for (struct entry *e = q->first; e; e = e->next)	/* races */
		if (e->key == key)
			return true;
	return false;
}

int main(void)
{
	static struct entry two = { 2, NULL }, one = { 1, &two };

	queue.first = &one;
	task(void) flusher = spawn flush(&queue);
	bool found = has(&queue, 2);
	join(flusher);
	printf("%s\n", found ? "found" : "gone");
}
