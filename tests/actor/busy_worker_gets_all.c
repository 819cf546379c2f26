// SPDX-License-Identifier: MIT
// schedules: no (it spins)
// A worker that always has something to do gets what a thread has sent that then neither waits nor yields.
#include <conc.h>
#include <stdio.h>

actor busy { bool stop; };
message go { int x; };
message stop { int x; };

static _Atomic int begun, stopped;

receive (busy *self, go *m)
{
	begun = 1;
	if (self->stop) stopped = 1;
	else self | (go){ m->x };
}
receive (busy *self, stop *m) { self->stop = m->x; }

int main(void)
{
	conc_actors_start(&(struct conc_actors_config){ .workers = 1 });
	busy b = {};
	b | (go){ 1 };
	while (!begun) conc_yield();
	b | (stop){ 1 };
	while (!stopped) continue;
	conc_actors_stop();
	printf("stopped\n");
}
