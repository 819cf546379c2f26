#line 1 "picture_impl_lock.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

struct gate { int closed; };

static inline void gate_close(struct gate *g) { g->closed = 1; }
static inline void gate_open(struct gate *g) { g->closed = 0; }

CONC_IMPL_LOCK(struct_gate, struct gate, gate_close, gate_open);

void f(struct gate *g);

void f(struct gate *g)
{
	{ CONC_HOLD(2, struct_gate, g); { } }
}
