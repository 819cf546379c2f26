// SPDX-License-Identifier: MIT
// class: actor
// A chief has pointers to its workers and reads their members instead of asking.
#include <conc.h>
#include <stdio.h>

actor worker { int done; };
actor chief { worker *crew; int seen; };
message work {};
message inspect {};

receive (worker *self, work *m)
{
	self->done++;	/* races */
}

receive (chief *self, inspect *m)
{
	self->seen = self->crew[0].done + self->crew[1].done;	/* races */
}

int main(void)
{
	static worker crew[2];
	static chief c = { crew, 0 };

	conc_actors_start(NULL);
	for (int i = 0; i < 10; i++) {
		crew[i % 2] | (work){};
		c | (inspect){};
	}
	conc_actors_stop();
	printf("%s\n", c.seen <= 10 ? "inspected" : "too many");
}
