// SPDX-License-Identifier: MIT
// Threads that create threads, four deep, three wide.
#include <conc.h>
#include <stdio.h>

static int leaves;

thread node { int depth; };

void main(node *self)
{
	if (self->depth == 0) {
		__atomic_add_fetch(&leaves, 1, __ATOMIC_RELAXED);
		return;
	}
	int d = self->depth - 1;
	node children[3] = { { d }, { d }, { d } };
}

int main(void)
{
	{
		node root = { 4 };
	}
	printf("%d\n", leaves);
}
