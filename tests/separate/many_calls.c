// SPDX-License-Identifier: MIT
// A block may log as many calls as it likes, small ones and large ones, while the handler cannot begin
// with them; two blocks may log at the same time.
#include <conc.h>
#include <stdio.h>

enum { CALLS = 20000, LARGE = 200 };

typedef struct { long next, wrong; } cell;
struct large { long number, filling[600]; };

static void expect(cell *c, long number) { c->wrong += c->next++ != number; }
static void expect_large(cell *c, struct large l) { c->wrong += c->next++ != l.number || l.filling[599] != -l.number; }
static void begin(cell *c) { c->next = 0; }
static void pause_here(cell *c)
{
	conc_sleep(2ms);
	c->next = 0;
}

static void client(separate cell *c)
{
	separate (c) {
		begin(c);
		for (long i = 0; i < CALLS; i++) {
			expect(c, i);
			if (i % 5000 == 0) conc_yield();
		}
	}
}

int main(void)
{
	separate cell *c = new separate cell {};
	separate (c) {
		pause_here(c);
		for (long i = 0; i < CALLS; i++) expect(c, i);
	}
	separate (c) {
		begin(c);
		for (long i = 0; i < LARGE; i++) {
			struct large l = { .number = 2 * i, .filling[599] = -2 * i };
			expect_large(c, l);
			expect(c, 2 * i + 1);
		}
	}
	scope {
		for (int i = 0; i < 3; i++) spawn client(c);
	}
	separate (c) {
		begin(c);
		for (long i = 0; i < CALLS; i++) {
			expect(c, i);
			if (i % 1000 == 999 && c->next != i + 1) puts("not yet");
		}
	}
	separate (c) printf("%ld calls in the last block, %ld wrong\n", c->next, c->wrong);
	delete c;
}
