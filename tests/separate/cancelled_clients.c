// SPDX-License-Identifier: MIT
// A cancelled client waits on for its handler, as for a lock: what it reserved must be put in order. It learns of it after.
// Leaving a scope cancels the clients in it, and waits for them.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;

static void add(cell *c, int n) { c->n += n; }
static void slow(cell *c)
{
	conc_sleep(1ms);
	c->n++;
}
static int get(const cell *c) { return c->n; }

static int waits_for_answer(separate cell *c)
{
	separate (c) {
		slow(c);
		int n = get(c);
		return n * 10 + conc_cancelled();
	}
}

static int waits_for_condition(separate cell *c, int n)
{
	separate (c) require (get(c) >= n) {
		add(c, 100);
		return conc_cancelled();
	}
}

static void logs(separate cell *c)
{
	while (!conc_cancelled()) {
		separate (c) add(c, 0);
		conc_yield();
	}
	separate (c) add(c, 1000);
}

int main(void)
{
	separate cell *c = new separate cell {};
	task(int) t = spawn waits_for_answer(c);
	conc_yield();
	conc_cancel(t);
	int n = join(t);
	printf("%d\n", n / 10);

	task(int) u = spawn waits_for_condition(c, 2);
	conc_sleep(1ms);
	conc_cancel(u);
	separate (c) add(c, 1);
	printf("%d\n", join(u));
	for (int i = 0; i < 3; i++)
		scope {
			spawn logs(c);
			spawn logs(c);
			conc_sleep(100us);
			if (i < 2) continue;
			break;
		}
	separate (c) printf("%d\n", get(c));
	delete c;
}
