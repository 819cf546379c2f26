// SPDX-License-Identifier: MIT
// A handler cannot be switched by a client that has it reserved.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;

static void add(cell *c) { c->n++; }

static void make_passive(separate cell *c)
{
	conc_set_passive(c);
}

int main(void)
{
	separate cell *c = new separate cell {};
	make_passive(c);
	conc_set_active(c);
	puts("free");
	fflush(stdout);
	separate (c) {
		add(c);
		make_passive(c);
	}
	puts("not reached");
}
