// SPDX-License-Identifier: MIT
// class: actor
// One message is sent by reference to two actors. Both change it.
#include <conc.h>
#include <stdio.h>

actor stage { int add; };
message item { int value; };

receive (stage *self, item *m)
{
	m->value += self->add;	/* races */
}

int main(void)
{
	static stage first = { 1 }, second = { 10 };
	static item i;

	conc_actors_start(NULL);
	first | &i;
	second | &i;
	conc_actors_stop();
	printf("%s\n", i.value <= 11 ? "changed" : "too much");
}
