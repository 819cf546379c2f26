// SPDX-License-Identifier: MIT
// class: actor
// A message is sent by reference. The sender changes it for the next send while the actor may still read it.
#include <conc.h>
#include <stdio.h>

actor screen { int drawn; };
message picture { int number, pixels[100]; };

receive (screen *self, picture *m)
{
	self->drawn += m->number;	/* races */
}

int main(void)
{
	static picture p;
	static screen s;

	conc_actors_start(NULL);
	for (int i = 1; i <= 5; i++) {
		s | &p;
		p.number += i;	/* races */
	}
	conc_actors_stop();
	printf("%s\n", s.drawn <= 75 ? "drawn" : "too much");
}
