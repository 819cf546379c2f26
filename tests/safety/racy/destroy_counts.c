// SPDX-License-Identifier: MIT
// class: actor
// The destroy of a message counts in a global variable. Messages end on the workers of the actors that received them.
#include <conc.h>
#include <stdio.h>

actor sink { int received; };
message parcel { int weight; };
static int destroyed;

destroy (parcel *self)
{
	destroyed += self->weight > 0;	/* races */
}

receive (sink *self, parcel *m)
{
	self->received += m->weight;
	conc_yield();
}

int main(void)
{
	static sink s[4];

	conc_actors_start(NULL);
	for (int i = 0; i < 40; i++)
		s[i % 4] | (parcel){ 1 };
	conc_actors_stop();
	printf("%s\n", destroyed <= 40 ? "destroyed" : "too many");
}
