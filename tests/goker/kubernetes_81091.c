// SPDX-License-Identifier: MIT
// After kubernetes#81091: a plugin that counts its calls is called by parallel workers.
#include <conc.h>
#include "../race/race.h"

enum { WORKERS = 2 };
struct plugin { ORDERED(_Atomic) int called; };
static conc_barrier each_has_a_piece = { WORKERS };

static void work(channel(int) *pieces, struct plugin *p)
{
	for (int piece; piece << *pieces;) {
		conc_barrier_wait(&each_has_a_piece);
		p->called++;
	}
}

int main(void)
{
	channel(int) pieces = { WORKERS };
	struct plugin p = {};
	for (int i = 0; i < WORKERS; i++) pieces << i;
	conc_close(&pieces);
	task(void) t = spawn work(&pieces, &p), u = spawn work(&pieces, &p);
	join(t), join(u);
	return p.called == 0;
}
