// SPDX-License-Identifier: MIT
// A header declares channels; the same channel type in each unit, typedef'd or not, is one type.
#include "pipe.h"
#include <stdio.h>

channel(struct item) items = {2};
static future(total) sum;

int main(void)
{
	worker *w = new worker { &items, &sum };
	feed(&items, 5);
	total t;
	t << sum;
	printf("%ld %d\n", t, items_left(&items));
	delete w;
}
