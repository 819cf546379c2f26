// SPDX-License-Identifier: MIT
#include <conc.h>

struct gate { int closed; };

static inline void gate_close(struct gate *g) { g->closed = 1; }
static inline void gate_open(struct gate *g) { g->closed = 0; }

impl lock for struct gate { .lock = gate_close, .unlock = gate_open };

void f(struct gate *g);

void f(struct gate *g)
{
	mutex (g) { }
}
