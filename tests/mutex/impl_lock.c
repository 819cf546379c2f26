// SPDX-License-Identifier: MIT
// A type of the user's that names its operations is lockable, alone and beside others.
#include <conc.h>
#include <stdio.h>

struct gate { int closed; };

static void gate_close(struct gate *g) { g->closed++; }
static void gate_open(struct gate *g) { g->closed--; }

impl lock for struct gate { .lock = gate_close, .unlock = gate_open };

typedef struct { int depth; } lift;

static void lift_up(lift *l) { l->depth++; }
static void lift_down(lift *l) { l->depth--; }

impl lock for lift { .unlock = lift_down, .lock = lift_up };

int main(void)
{
	struct gate g = {0}, h = {0};
	lift l = {0};
	conc_mutex m = {0};
	mutex (g) printf("%d\n", g.closed);
	mutex (&h, g, h) printf("%d %d\n", g.closed, h.closed);
	mutex (m, g, l, h) printf("%d %d %d\n", g.closed, h.closed, l.depth);
	printf("%d %d %d\n", g.closed, h.closed, l.depth);
}
