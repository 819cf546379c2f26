// SPDX-License-Identifier: MIT
// class: shared
// Two threads push nodes onto a list by compare and exchange of its head. Nothing is taken off meanwhile.
#include <conc.h>
#include <stdatomic.h>
#include <stdio.h>

struct node { struct node *next; };
static struct node nodes[20], *_Atomic head;

static void push(struct node *n)
{
	n->next = atomic_load(&head);
	while (!atomic_compare_exchange_weak(&head, &n->next, n))
		;
}

static void push_all(int from)
{
	for (int i = from; i < from + 10; i++)
		push(&nodes[i]);
}

int main(void)
{
	int n = 0;
	{
		task(void) one = spawn push_all(0), two = spawn push_all(10);
	}
	for (struct node *i = head; i; i = i->next)
		n++;
	printf("%d\n", n);
	return n != 20;
}
