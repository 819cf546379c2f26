// SPDX-License-Identifier: MIT
// When a statement is done: `and` binds tighter than `or`, parentheses, what guards remove.
#include <conc.h>
#include <stdio.h>

enum { CLAUSES = 5 };
static channel(int) c[CLAUSES];
static bool g[CLAUSES];

/* The elements come one at a time, in the order of the digits: each clause's block runs before the next. */
static void feed(const char *order)
{
	for (; *order; order++) (void)(c[*order - '0'] << *order);
}

#define CLAUSE(i) when (g[i]) waituntil (v << c[i]) { printf(" %c", v); }

static void run(int statement, const char *off, const char *order)
{
	int v;
	for (int i = 0; i < CLAUSES; i++) g[i] = true;
	for (; *off; off++) g[*off - '0'] = false;
	printf("%d %s:", statement, order);
	task(void) t = spawn feed(order);
	switch (statement) {
	case 0: CLAUSE(0) or CLAUSE(1) or CLAUSE(2) break;
	case 1: CLAUSE(0) and CLAUSE(1) and CLAUSE(2) break;
	case 2: CLAUSE(0) and CLAUSE(1) or CLAUSE(2) and CLAUSE(3) break;
	case 3: (CLAUSE(0) or CLAUSE(1)) and (CLAUSE(2) or CLAUSE(3)) break;
	case 4: CLAUSE(0) or CLAUSE(1) and (CLAUSE(2) or CLAUSE(3) and CLAUSE(4)) break;
	case 5: CLAUSE(0) && (CLAUSE(1) || CLAUSE(2)) || CLAUSE(3) break;
	case 6: waituntil (v << c[0]) { printf(" 0"); } and CLAUSE(1) or CLAUSE(2) and CLAUSE(3) or CLAUSE(4) break;
	}
	puts("");
	for (int i = 0; i < CLAUSES; i++) conc_close(&c[i]);	// what feed still has goes nowhere
	join(t);
	for (int i = 0; i < CLAUSES; i++) conc_channel_init(&c[i], 0);
}

int main(void)
{
	run(0, "", "2");
	run(0, "2", "1");
	run(1, "", "201");
	run(1, "0", "21");
	run(1, "12", "0");
	run(1, "012", "");
	run(2, "", "023");
	run(2, "", "2013");
	run(2, "0", "1");
	run(2, "01", "32");
	run(2, "013", "2");
	run(3, "", "03");
	run(3, "", "012");
	run(3, "01", "2");
	run(3, "0123", "");
	run(4, "", "0");
	run(4, "", "12");
	run(4, "", "341");
	run(4, "1", "2");
	run(4, "14", "3");
	run(4, "0234", "1");
	run(5, "", "02");
	run(5, "12", "0");
	run(5, "012", "3");
	run(6, "", "4");
	run(6, "1", "0");
	run(6, "23", "4");
	run(6, "3", "12");
	return 0;
}
