// SPDX-License-Identifier: MIT
// class: actor
// Main reads an actor's member while the actor still handles messages.
#include <conc.h>
#include <stdio.h>

actor counter { long n; };
message add { long by; };

receive (counter *self, add *m)
{
	self->n += m->by;	/* races */
}

int main(void)
{
	static counter c;

	conc_actors_start(NULL);
	for (int i = 0; i < 20; i++)
		c | (add){ i };
	long seen = c.n;	/* races */
	conc_actors_stop();
	printf("%s\n", seen <= 190 ? "counted" : "too much");
}
