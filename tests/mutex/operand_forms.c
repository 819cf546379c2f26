// SPDX-License-Identifier: MIT
// Operands: objects, pointers, members, elements, calls, casts, conditional expressions.
#include "leaving.h"

struct pair { conc_mutex first, *second; };

static conc_mutex *pick(struct pair *p) { return p->second; }

int main(void)
{
	conc_mutex m = {0}, table[2] = {0};
	struct pair one = { .second = &m }, *p = &one;
	void *raw = &m;
	mutex (one.first) printf("%d", !is_free(&one.first));
	mutex (p->first, p->second) printf("%d", !is_free(&m));
	mutex (*p->second) printf("%d", !is_free(&m));
	mutex (table[1], table + 0) printf("%d", !is_free(&table[0]) && !is_free(&table[1]));
	mutex (pick(&one)) printf("%d", !is_free(&m));
	mutex ((conc_mutex *)raw) printf("%d", !is_free(&m));
	mutex (p ? &m : table) printf("%d", !is_free(&m));
	mutex (&m) printf("%d\n", !is_free(&m));
}
