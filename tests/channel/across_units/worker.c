// SPDX-License-Identifier: MIT
#include "pipe.h"

void main(worker *self)
{
	struct item i;
	long sum = 0;
	while (i << self->in) sum += i.weight;
	*self->sum << sum;
}

int items_left(channel(struct item) *c)
{
	return (int)conc_count(c) + (c != &items);
}
