// SPDX-License-Identifier: MIT
// flags: -Wno-shadow
// Calls, queries and conditions by names that mean something else at file scope.
#include <conc.h>
#include <stdio.h>

typedef int number;
struct cell { int n; };
static void add(struct cell *c, int n) { c->n += 100 * n; }
static void add_one(struct cell *c, int n) { c->n += n; }
static int get(struct cell *c, number k) { return c->n + k; }
static bool never(struct cell *c) { return c->n < 0; }
static bool is_positive(struct cell *c) { return c->n > 0; }

static void by_parameter(separate struct cell *c, void (*add)(struct cell *, int))
{
	separate (c) add(c, 1);
}

static void by_condition(separate struct cell *c, bool (*never)(struct cell *))
{
	separate (c) require (never(c)) printf("%d\n", c->n);
}

static void by_prototype(separate struct cell *c)
{
	void later(struct cell *, int);
	separate (c) later(c, 2);
}

void later(struct cell *c, int n) { c->n += 10 * n; }

int main(void)
{
	typedef double number;
	number z = 2.5;
	separate struct cell *c = new separate struct cell { 0 };
	by_parameter(c, add_one);
	by_condition(c, is_positive);
	by_prototype(c);
	separate (c) {
		number v = get(c, (int)z);
		printf("%g\n", v);
		add(c, 1);
		printf("%d %d\n", c->n, never(c));
	}
	delete c;
	struct cell { double d; };
	separate struct cell *own = new separate struct cell { 4.5 };
	separate (own) printf("%g\n", own->d);
	delete own;
}
