// SPDX-License-Identifier: MIT
// Initialisers by name, in any order, with nested aggregates; hidden state takes no part.
#include <conc.h>
#include <stdio.h>

struct point { int x, y; };

thread worker {
	struct point from, to;
	int steps[3];
	const char *name;
};

void main(worker *self)
{
	mutex (stdout)
		printf("%s %d %d %d %d %d\n", self->name, self->from.x, self->from.y, self->to.x, self->to.y, self->steps[2]);
}

int main(void)
{
	{
		worker w = { .name = "named", .to = { 3, 4 }, .from = { .y = 2 }, .steps = { [2] = 9 } };
	}
	{
		worker w = { { 1, 2 }, { 3, 4 }, { 5, 6, 7 }, "in order" };
	}
}
