// SPDX-License-Identifier: MIT
// class: escape
// An actor has the address of a local variable as a member. The function reads it when the actor has ended.
#include <conc.h>
#include <stdio.h>

actor counter { int *to; };
message add { int n; };

receive (counter *self, add *m)
{
	*self->to += m->n;
}

int main(void)
{
	int total = 0;

	conc_actors_start(NULL);
	{
		counter c = { &total };
		for (int i = 0; i < 10; i++)
			c | (add){ i };
	}	// here c has handled its messages and ended
	printf("%d\n", total);
	conc_actors_stop();
	return total != 45;
}
