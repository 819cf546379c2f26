// SPDX-License-Identifier: MIT
// class: shared
// Two threads push nodes onto a list by plain reads and writes of its head.
// After SCTBench CS.stack, without its lock.
#include <conc.h>
#include <stdio.h>

struct node { struct node *next; };
static struct node nodes[20], *head;

static void push(struct node *n)
{
	n->next = head;	/* races */
	head = n;	/* races */
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
	printf("%s\n", n <= 20 ? "pushed" : "too many");
}
