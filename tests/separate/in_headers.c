// SPDX-License-Identifier: MIT
// An inline function with a separate statement stands in a header that several units include, which
// log calls of the same functions themselves.
#include <stdio.h>

#include "in_headers/cell.h"
#include "in_headers/cell.h"

int main(void)
{
	separate cell *c = new separate cell {.n = 1};
	set_twice(c, 3);
	separate (c) {
		set(c, get(c) * 10);
		far(c, 2);
		printf("%d\n", get(c));
	}
	printf("%d\n", far_get(c));
	delete c;
}
