// SPDX-License-Identifier: MIT
// Types in headers, functions without a body in view, functions of plain C, reservations handed from unit to unit.
#include <conc.h>
#include <stdio.h>

#include "store.h"

static void note(struct store *s, int n) { store_add(s, n); }

int main(void)
{
	separate struct store *s = store_make(10);
	separate (s) {
		store_add(s, 1);
		note(s, 2);
		store_reset(s, store_count(s) * 100);
		store_note(s);
		printf("%d\n", store_count(s));
		printf("%d\n", store_twice(s));	// re-enters
	}
	scope {
		spawn store_wait(s, 1000);
		for (int i = 0; i < 100; i++) separate (s) store_add(s, 7);
	}
	separate (s) printf("%d %d\n", store_count(s), s->notes);
	store_end(s);
}
