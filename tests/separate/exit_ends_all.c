// SPDX-License-Identifier: MIT
// exit waits for nobody: not for handlers, not for those who wait for a condition, not for what is logged.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { int n; } cell;

static void sleep_long(cell *c)
{
	conc_sleep(1h);
	c->n++;
	puts("not reached");
}

static int get(const cell *c) { return c->n; }

static void wait_for(separate cell *c)
{
	separate (c) require (get(c) > 0) puts("not reached");
}

int main(void)
{
	separate cell *a = new separate cell {}, *b = new separate cell {};
	spawn wait_for(b);
	separate (a) sleep_long(a);
	spawn wait_for(a);
	conc_sleep(1ms);
	puts("out");
	separate (b) {
		get(b);
		exit(7);
	}
}
