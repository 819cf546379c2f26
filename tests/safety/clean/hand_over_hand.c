// SPDX-License-Identifier: MIT
// class: lock
// Threads walk through a list and hold two locks at most: that of a node and that of the next one.
#include <conc.h>
#include <stdio.h>

enum { NODES = 6 };
struct node { conc_mutex lock; int value; struct node *next; };
static struct node nodes[NODES];

static void add_to_all(struct node *head, int n)
{
	struct node *here = head;

	conc_mutex_lock(&here->lock);
	while (here) {
		struct node *next = here->next;

		here->value += n;
		if (next)
			conc_mutex_lock(&next->lock);
		conc_mutex_unlock(&here->lock);
		here = next;
	}
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i + 1 < NODES; i++)
		nodes[i].next = &nodes[i + 1];
	scope {
		for (int i = 1; i <= 4; i++)
			spawn add_to_all(nodes, i);
	}
	for (int i = 0; i < NODES; i++)
		sum += nodes[i].value;
	printf("%d\n", sum);
	return sum != 60;
}
