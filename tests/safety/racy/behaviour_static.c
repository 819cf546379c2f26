// SPDX-License-Identifier: MIT
// class: actor
// A behaviour numbers its messages by a static local variable. All actors of the type share it.
#include <conc.h>
#include <stdio.h>

actor desk { int last; };
message form { int kind; };

receive (desk *self, form *m)
{
	static int number;

	self->last = m->kind + ++number;	/* races */
}

int main(void)
{
	static desk north, south;

	conc_actors_start(NULL);
	for (int i = 0; i < 10; i++) {
		north | (form){ 0 };
		south | (form){ 0 };
	}
	conc_actors_stop();
	printf("%s\n", north.last <= 20 && south.last <= 20 ? "numbered" : "too many");
}
