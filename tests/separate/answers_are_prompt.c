// SPDX-License-Identifier: MIT
// A reservation does not wait for the handler, nor does a call: only an answer does, and only for what was logged before it.
// A client that is slow in its block holds up those behind it, and nobody else.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;

static conc_semaphore answered;

static void slow(cell *c)
{
	conc_semaphore_wait(&answered);
	conc_sleep(2ms);
	c->n++;
}

static void add(cell *c) { c->n++; }
static int get(const cell *c) { return c->n; }

static void behind(separate cell *c)
{
	separate (c) add(c);
}

int main(void)
{
	separate cell *a = new separate cell {}, *b = new separate cell {};
	separate (a) slow(a);
	separate (a, b) {
		add(a);
		add(b);
		printf("%d", get(b));	// b's handler has nothing to do with a's, which waits for us
		conc_semaphore_post(&answered);
		printf(" %d\n", get(a));
	}
	task(void) t;
	separate (a) {
		t = spawn behind(a);
		conc_sleep(2ms);
		printf("%d", get(a));
		separate (b) add(b), printf(" %d\n", get(b));
	}
	join(t);
	separate (a) printf("%d\n", get(a));
	delete a;
	delete b;
}
