// SPDX-License-Identifier: MIT
// class: lock
// Threads walk through a list and hold one lock at a time. A node's successor is read when its lock is free again, while
// another thread takes the successor out.
#include <conc.h>
#include <stdio.h>

enum { NODES = 6 };
struct node { conc_mutex lock; int value; struct node *next; };
static struct node nodes[NODES];

static int sum_up(struct node *head)
{
	int sum = 0;

	for (struct node *here = head; here; here = here->next) {	/* races */
		mutex (here->lock) sum += here->value;
		conc_yield();
	}
	return sum;
}

static void unlink_next(struct node *n)
{
	mutex (n->lock)
		if (n->next)
			n->next = n->next->next;	/* races */
}

int main(void)
{
	for (int i = 0; i < NODES; i++) {
		nodes[i].value = i;
		nodes[i].next = i + 1 < NODES ? &nodes[i + 1] : NULL;
	}
	task(int) t = spawn sum_up(nodes);
	conc_sleep(1ms);
	unlink_next(&nodes[4]);
	printf("%s\n", join(t) <= 15 ? "summed" : "too much");
}
