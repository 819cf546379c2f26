// SPDX-License-Identifier: MIT
// A start routine that is private to its unit: the other unit has another of the same name.
#include <conc.h>
#include <stdio.h>

thread worker { int result; };

static void main(worker *self)
{
	self->result = 1;
}

int other(void);

int main(void)
{
	worker w = {0};
	join(w);
	printf("%d %d\n", w.result, other());
}
