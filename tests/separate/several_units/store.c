// SPDX-License-Identifier: MIT
#include <conc.h>

#include "store.h"

separate struct store *store_make(int n)
{
	return new separate struct store { .n = n };
}

void store_end(separate struct store *s) { delete s; }

int store_twice(separate struct store *s)
{
	separate (s) {
		store_note(s);
		return 2 * store_count(s);
	}
}

void store_wait(separate struct store *s, int n)
{
	separate (s) require (s->n >= n) store_note(s);
}
