// SPDX-License-Identifier: MIT
// Channels that an actor holds end with it, behind its destroy; those of its base behind the base's.
#include <conc.h>
#include <stdio.h>

actor pipe { channel(int) in; channel(long) two[2]; int n; };
actor wide { inline pipe; channel(int) own; };
message go { int n; };

receive (pipe *self, go *m)
{
	self->in << m->n;
	self->two[1] << 3L;
}

destroy (wide *self) { printf("wide: %zu\n", conc_count(&self->own)); }
destroy (pipe *self) { printf("pipe: %zu\n", conc_count(&self->two[1])); }

int main(void)
{
	int x = 0;
	conc_actors_start(NULL);
	{
		pipe a = { { 3 }, { { 1 }, { 2 } }, 0 }, b;
		a | (go){ 2 };
		x << a.in;
		printf("%d\n", x);
		b.n = 0;
	}
	wide *w = new wide { { { 10 }, { { 1 }, { 1 } }, 0 }, { 10 } };
	w | (go){ 3 };
	w->own << 4;
	x << w->in;
	printf("%d\n", x);
	delete w;
	conc_actors_stop();
	return 0;
}
