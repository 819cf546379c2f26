// SPDX-License-Identifier: MIT
// delete is logged like a call: the object ends after the calls before it, in the block or out of it, by a client, by handler
// code, by itself; a null pointer is nothing; the other objects of the handler go on.
#include <conc.h>
#include <stdio.h>

typedef struct { int calls; } total;
typedef struct { separate total *to; int n; } worker;

static void count(total *t) { t->calls++; }

static void work(worker *w, separate total *to)
{
	if (w->n++ == 0) conc_sleep(1ms);
	separate (to) count(to);
}

static void end_yourself(worker *w)
{
	separate worker *me = separate_of(w);
	delete me;
}

static void end_other(total *t, separate worker *w)
{
	delete w;
	t->calls += 1000;
}

static int calls(const total *t) { return t->calls; }

int main(void)
{
	separate total *t = new separate total {};
	separate worker *none = NULL;

	separate worker *a = new separate worker {};
	separate (a) for (int i = 0; i < 10; i++) work(a, t);
	delete a;

	separate worker *b = new separate worker {};
	separate (b) {
		for (int i = 0; i < 10; i++) work(b, t);
		delete b;
	}

	separate worker *c = new separate worker {}, *d = new separate(c) worker {};
	separate (c, d) {
		work(c, t);
		delete c;
		work(d, t);
	}
	separate (d) {
		work(d, t);
		end_yourself(d);
	}

	separate worker *e = new separate worker {};
	separate (e) work(e, t);
	separate (t) end_other(t, e);

	separate worker *f = new separate worker {};
	conc_set_passive(f);
	separate (f) work(f, t);
	delete f;

	delete none;
	int n = 0;
	while (n < 10 + 10 + 3 + 1 + 1 + 1000) {
		separate (t) n = calls(t);
		conc_yield();
	}
	printf("%d\n", n);
	delete t;
}
