// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic
#include <conc.h>
#include <stdio.h>

/* Sends that macros write, whole or in part, and sends in every kind of statement. */
actor counter { long n, shown; };
actor printer { int lines; };
message add { long by, times; };
message show { const char *text; counter *of; };

receive (counter *self, add *m) { self->n += m->by * m->times; }
receive (counter *self, show *m);
receive (printer *self, show *m)
{
	self->lines++;
	m->of | m;
}
receive (counter *self, show *m) { self->shown++; if (m->of != self) puts(m->text); } // before an add, or after it

#define ADD(to, x) ((to) | (add){(x), 1})
#define ADD_TWICE(to, x) do { ADD(to, x); to | (add){x, 1}; } while (0)
#define ADD_EXPRESSION(to, x) ({ ADD(to, x); 0; })
#define LAST(to, x) ({ (to) | (add){(x), 1}; })
#define MESSAGE(x) (add){(x), 1}
#define BAR |
#define TARGET own->counters[i]
#define EACH(i, n) for (int i = 0; i < (n); i++)

struct own { counter *counters[2], *spare; };

static counter *pick(struct own *own, int i) { return TARGET; }

static void statements(struct own *own, int n)
{
	counter *p = own->spare;
	int i = 0;
	if (n) p | MESSAGE(1); else p | MESSAGE(1000);
	while (n-- > 0) p | MESSAGE(1);
	do p | MESSAGE(1); while (0);
	EACH(k, 3) p | MESSAGE(k);
	switch (n) {
	case -1: p | MESSAGE(10); break;
	default: p | MESSAGE(20);
	}
	goto label;
label:
	p | MESSAGE(100);
	{ { p BAR MESSAGE(1) BAR MESSAGE(2); } }


	ADD(p, 3);
	ADD(*p, 4);
	ADD_TWICE(p, 5);
	if (ADD_EXPRESSION(p, 6)) puts("never");
	LAST(p, 7);
	own->counters[0] | (add){ADD_EXPRESSION(p, 8), 9};
	pick(own, 1) | MESSAGE(({ p | MESSAGE(9); 2; }));
	TARGET | MESSAGE(i) | MESSAGE(40);
}

int main(void)
{
	counter first = {}, second = {};
	struct own own = {.counters = {&first, &second}, .spare = new counter {}};
	printer out = {};
	conc_actors_start(NULL);
	statements(&own, 2);
	out | (show){"spare", own.spare} | (show){"first", &first} | (show){"second", &second};
	conc_actors_stop();
	printf("%d shown: %ld %ld %ld\n", out.lines, own.spare->n * own.spare->shown, first.n * first.shown, second.n * second.shown);
	delete own.spare;
}
