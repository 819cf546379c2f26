// SPDX-License-Identifier: MIT
// What a system has counted: as a call, and as text with CONC_STATS=1.
#include <conc.h>
#include <stdio.h>

actor counter { long n; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; return m->by > 1 ? Finished : Nodelete; }

int main(void)
{
	counter c, other;
	struct conc_actors_config config = { .workers = 1 };
	struct conc_actors_statistics s;

	conc_actors_start(&config);
	for (int i = 0; i < 100; i++) c | (add){ 1 };
	other | (add){ 2 };
	conc_actors_stop();
	conc_actors_statistics(&s);
	printf("%d created, %d ended, %d sent, %d received\n", (int)s.created, (int)s.ended, (int)s.sent,
	       (int)s.received);
	printf("%d undelivered, %d handed over, %d stolen\n", (int)s.undelivered, (int)s.handed_over,
	       (int)s.stolen);
	printf("%s\n", s.gulps > 0 && s.gulped == 101 ? "gulped all" : "gulped some");
}
