// SPDX-License-Identifier: MIT
// class: actor
// Workers tell their chief what they have done. The chief has the numbers as members.
#include <conc.h>
#include <stdio.h>

actor chief { int seen; };
actor worker { chief *boss; int done; };
message work {};
message report { int done; };

receive (chief *self, report *m)
{
	self->seen += m->done;
}

receive (worker *self, work *m)
{
	self->done++;
	self->boss | (report){ 1 };
}

int main(void)
{
	static chief c;
	static worker crew[2] = { { &c, 0 }, { &c, 0 } };

	conc_actors_start(NULL);
	for (int i = 0; i < 10; i++)
		crew[i % 2] | (work){};
	conc_actors_stop();
	printf("%d\n", c.seen);
	return c.seen != 10 || crew[0].done != 5;
}
