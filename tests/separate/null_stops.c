// SPDX-License-Identifier: MIT
// A null pointer cannot be reserved.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;
struct pair { separate cell *left, *right; };

static void add(cell *c) { c->n++; }

int main(void)
{
	struct pair p = { new separate cell {}, NULL };
	separate (p.left) add(p.left);
	separate (p.left, p.right) {
		add(p.left);
		puts("not reached");
	}
}
