// SPDX-License-Identifier: MIT
// A start routine that is declared before it is defined, and an object used in between.
#include <conc.h>
#include <stdio.h>

thread worker { int result; };

void main(worker *self);

static int run(void)
{
	worker w = {0};
	join(w);
	return w.result;
}

int main(int argc, char *argv[])
{
	printf("%d %d %d\n", run(), argc, argv[argc] == NULL);
}

void main(worker *self)
{
	self->result = 7;
}
