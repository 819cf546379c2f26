// SPDX-License-Identifier: MIT
// class: actor
// A message is sent by value, and the sender may change it for the next send. A large one is new each time.
#include <conc.h>
#include <stdio.h>

actor screen { int drawn; };
message caption { int number; };
message picture { int number, pixels[100]; };

receive (screen *self, caption *m) { self->drawn += m->number; }
receive (screen *self, picture *m) { self->drawn += m->number; }

int main(void)
{
	static screen s;
	caption c = {};

	conc_actors_start(NULL);
	for (int i = 1; i <= 5; i++) {
		picture *p = new picture { .number = 10 * i };
		conc_set_disposition(p, Delete);
		c.number = i;
		s | c | p;
	}
	conc_actors_stop();
	printf("%d\n", s.drawn);
	return s.drawn != 165;
}
