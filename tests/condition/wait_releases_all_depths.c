// SPDX-License-Identifier: MIT
// conc_wait gives the monitor up wholly, however often it was entered, and takes it as often again.
#include <conc.h>
#include <stdio.h>

monitor box { int full; conc_condition filled; };

static void fill(box * mutex b)
{
	b->full = 1;
	conc_signal(&b->filled);
}

static void wait_inside(box * mutex b, int depth)
{
	if (depth) {
		wait_inside(b, depth - 1);
		return;
	}
	while (!b->full) conc_wait(&b->filled, b);
}

thread filler { box *b; };

void main(filler *self)
{
	fill(self->b);
}

int main(void)
{
	box b = {0};
	mutex (b) {
		mutex (b) {
			filler f = { &b };
			wait_inside(&b, 5);
			printf("%d\n", b.full);
		}
	}
	filler again = { &b };
}
