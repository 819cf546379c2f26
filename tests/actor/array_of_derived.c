// SPDX-License-Identifier: MIT
// Every actor of an array is known as what it was made as, to a behaviour of its base that destroys it, too.
#include <conc.h>
#include <stdio.h>

actor counter { long n; };
actor savings { inline counter; long percent; };
message end { int unused; };

receive (counter *self, end *m)
{
	(void)self, (void)m;
	return Destroy;
}
destroy (savings *self) { printf("at %ld percent\n", self->percent); }

int main(void)
{
	savings all[2] = { { .percent = 1 }, { .percent = 2 } };
	conc_actors_start(NULL);
	for (int i = 0; i < 2; i++) {
		counter *base = (counter *)&all[i];
		*base | (end){ 0 };
		conc_actors_wait();
	}
	conc_actors_stop();
	puts("stopped");
}
