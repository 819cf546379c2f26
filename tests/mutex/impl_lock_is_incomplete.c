// SPDX-License-Identifier: MIT
// impl lock needs both operations, of the right type.
#include <conc.h>

struct gate { int closed; };
static void gate_close(struct gate *g) { g->closed = 1; }
static void gate_open(struct gate *g) { g->closed = 0; }
impl lock for struct gate { .lock = gate_close };

struct door { int closed; };
impl lock for struct door { .lock = gate_close, .unlock = gate_open };
