// SPDX-License-Identifier: MIT
// Who waits for a condition waits: it is looked at again when a call of others has been carried out, not because it was
// looked at, not because of calls on other handlers, and not over and over.
// schedules: no (it counts on time)
#include <conc.h>
#include <stdio.h>

enum { WAITERS = 5 };

typedef struct { int looks, go, ticks; } gate;

static bool is_open(gate *g)
{
	g->looks++;
	return g->go;
}

static void tick(gate *g) { g->ticks++; }
static void let_go(gate *g) { g->go = 1; }

static void pass(separate gate *g)
{
	separate (g) require (is_open(g)) tick(g);
}

int main(void)
{
	separate gate *g = new separate gate {}, *other = new separate gate {};
	scope {
		for (int i = 0; i < WAITERS; i++) spawn pass(g);
		for (int i = 0; i < 50; i++) {
			separate (other) tick(other);
			conc_sleep(1ms);
		}
		separate (g) let_go(g);
	}
	// each looked once when it came, and at most once more for each of the calls of the others
	separate (g) printf("%d passed, few looks: %d\n", g->ticks, g->looks <= WAITERS * (WAITERS + 2));
	delete g;
	delete other;
}
