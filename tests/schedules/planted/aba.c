// SPDX-License-Identifier: MIT
// A stack without locks whose nodes are used again: take reads next, others take two nodes and give
// the first one back, and the compare-and-swap takes it for unchanged: a node that is in use is
// on the stack again.
#include <conc.h>
#include <stdatomic.h>

struct node { struct node *next; long weight; _Atomic bool used; };

static struct node nodes[2] = { { .weight = 3 }, { .weight = 4 } };
static struct node *_Atomic top;
static _Atomic long weighed;

static struct node *take(void)
{
	struct node *first = atomic_load(&top), *next;

	do {
		if (!first) return NULL;
		next = first->next;
		weighed += first->weight;
	} while (!atomic_compare_exchange_strong(&top, &first, next));
	conc_test_assert(!atomic_exchange(&first->used, true));
	return first;
}

static void give(struct node *n)
{
	if (!n) return;
	atomic_store(&n->used, false);
	n->next = atomic_load(&top);
	while (!atomic_compare_exchange_strong(&top, &n->next, n))
		;
}

thread user {};

void main(user *self)
{
	(void)self;
	struct node *a = take(), *b = take();

	give(a);
	a = take();
	give(b);
	give(a);
}

int main(void)
{
	give(&nodes[0]);
	give(&nodes[1]);
	{
		user u[3];
	}
}
