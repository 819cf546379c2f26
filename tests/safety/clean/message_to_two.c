// SPDX-License-Identifier: MIT
// class: actor
// One message is sent by reference to an actor, which changes it and sends it on to the next one.
#include <conc.h>
#include <stdio.h>

actor stage { int add; struct stage *next; };
message item { int value; };

receive (stage *self, item *m)
{
	m->value += self->add;
	if (self->next)
		self->next | m;
}

int main(void)
{
	static stage second = { 10, NULL }, first = { 1, &second };
	static item i;

	conc_actors_start(NULL);
	first | &i;
	conc_actors_stop();
	printf("%d\n", i.value);
	return i.value != 11;
}
