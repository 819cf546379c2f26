// SPDX-License-Identifier: MIT
// class: publish
// A thread fills a node and gives its address to a future. Main reads the future and then the node.
#include <conc.h>
#include <stdio.h>

struct node { int value; };

static void publish(future(struct node *) *newest)
{
	struct node *n = new struct node {};

	n->value = 7;
	*newest << n;
}

int main(void)
{
	future(struct node *) newest = {};
	task(void) t = spawn publish(&newest);
	struct node *seen;

	seen << newest;
	int value = seen->value;
	join(t);
	delete seen;
	printf("%d\n", value);
	return value != 7;
}
