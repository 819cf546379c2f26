// SPDX-License-Identifier: MIT
// An automatic thread has ended when its scope has.
#include <conc.h>
#include <stdio.h>

static int done;

thread worker { int n; };

void main(worker *self)
{
	for (int i = 0; i < 10; i++) conc_yield();
	done += self->n;
}

int main(void)
{
	for (int i = 1; i <= 3; i++) {
		worker w = { i };
	}
	printf("%d\n", done);
}
