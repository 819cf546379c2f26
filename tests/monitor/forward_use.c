// SPDX-License-Identifier: MIT
// A monitor that points to its own type, and one that is declared before it is complete.
#include <conc.h>
#include <stdio.h>

monitor node { int value; node *next; };
struct list { struct node *first; };

static int sum(node * mutex n)
{
	return n->value + (n->next ? sum(n->next) : 0);
}

int main(void)
{
	node c = { 3 }, b = { 2, &c }, a = { 1, &b };
	struct list l = { &a };
	printf("%d\n", sum(l.first));
}
