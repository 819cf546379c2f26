// SPDX-License-Identifier: MIT
// class: escape
// A message carries the address of a local variable, into which the actor writes. The sender uses it meanwhile.
#include <conc.h>
#include <stdio.h>

actor scale { int weighed; };
message weigh { int of; int *result; };

receive (scale *self, weigh *m)
{
	self->weighed++;
	*m->result = 3 * m->of;	/* races */
}

static int ask(scale *s)
{
	int result = -1;

	s | (weigh){ 5, &result };
	int seen = result;	/* races */
	conc_actors_stop();
	return seen;
}

int main(void)
{
	static scale s;

	conc_actors_start(NULL);
	printf("%s\n", ask(&s) <= 15 ? "weighed" : "too heavy");
}
