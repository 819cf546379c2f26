// SPDX-License-Identifier: MIT
// class: publish
// A thread fills a node and stores its address in a plain pointer. Main polls the pointer and reads the node.
#include <conc.h>
#include <stdio.h>

struct node { int value; };
static struct node *newest;

static void publish(void)
{
	static struct node n;

	n.value = 7;	/* races */
	newest = &n;	/* races */
}

int main(void)
{
	task(void) t = spawn publish();
	struct node *seen = NULL;

	for (int i = 0; i < 10000 && !seen; i++) {
		seen = newest;	/* races */
		conc_yield();
	}
	int value = seen ? seen->value : 0;	/* races */
	join(t);
	printf("%s\n", value <= 7 ? "seen" : "wrong");
}
