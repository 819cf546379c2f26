// SPDX-License-Identifier: MIT
// flags: -Wno-infinite-recursion
// Overflowing a stack stops the program with a message that names the thread.
#include <conc.h>
#include <stdio.h>

thread diver { int depth; };

static int dive(volatile char *above)
{
	volatile char here[512];
	here[0] = above[0];
	int n = dive(here);
	return n + here[1];
}

void main(diver *self)
{
	volatile char c = 0;
	self->depth = dive(&c);
}

int main(void)
{
	diver d = {0};
	join(d);
	puts("not reached");
}
