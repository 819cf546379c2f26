// SPDX-License-Identifier: MIT
// An automatic thread whose name is a word of the dialect starts and ends like any other.
#include <conc.h>
#include <stdio.h>

thread teller { int *n; };

void main(teller *self) { ++*self->n; }

int main(void)
{
	int n = 0, k = 0;
	{
		teller receive = { &n }, message = { &k };
	}
	printf("%d %d\n", n, k);
}
