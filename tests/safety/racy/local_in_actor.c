// SPDX-License-Identifier: MIT
// class: escape
// An actor has the address of a local variable as a member. Its behaviours write there while the function reads.
#include <conc.h>
#include <stdio.h>

actor counter { int *to; };
message add { int n; };

receive (counter *self, add *m)
{
	*self->to += m->n;	/* races */
}

static int count(counter *c)
{
	int total = 0;

	c->to = &total;
	for (int i = 0; i < 10; i++)
		c | (add){ i };
	int seen = total;	/* races */
	conc_actors_stop();
	return seen;
}

int main(void)
{
	static counter c;

	conc_actors_start(NULL);
	printf("%s\n", count(&c) <= 45 ? "counted" : "too much");
}
