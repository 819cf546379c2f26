// SPDX-License-Identifier: MIT
// A quarter of the default stack is the program's to use.
#include <conc.h>
#include <stdio.h>
#include <string.h>

thread diver { int sum; };

static int dive(int n)
{
	char here[1024];
	memset(here, n, sizeof here);
	return n ? dive(n - 1) + here[n] : 0;
}

void main(diver *self)
{
	self->sum = dive(50);
}

int main(void)
{
	diver d[3] = {0};
	for (int i = 0; i < 3; i++) join(d[i]);
	printf("%d\n", d[0].sum);
}
