// SPDX-License-Identifier: MIT
// new as an argument, as a return value, in a condition, nested in an initialiser.
#include <conc.h>
#include <stdio.h>

struct node { int value; struct node *next; };

static struct node *cons(int value, struct node *next)
{
	return new struct node { value, next };
}

static int sum(struct node *n)
{
	if (!n) return 0;
	int value = n->value + sum(n->next);
	delete n;
	return value;
}

int main(void)
{
	struct node *list = cons(1, new struct node { 2, new struct node { 3, 0 } });
	if ((list = cons(4, list))) printf("%d\n", sum(list));
	printf("%d\n", sum(new struct node { .value = 9 }));
}
