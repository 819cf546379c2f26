// SPDX-License-Identifier: MIT
// class: actor
// Main sets an actor's members before the first message, and changes them by a message afterwards.
#include <conc.h>
#include <stdio.h>

actor printer { int margin, columns; };
message line { int length; };
message set_margin { int to; };

receive (printer *self, line *m) { self->columns += self->margin + m->length; }
receive (printer *self, set_margin *m) { self->margin = m->to; }

int main(void)
{
	static printer p;

	conc_actors_start(NULL);
	p.margin = 2;
	p | (line){ 10 } | (set_margin){ 4 } | (line){ 20 };
	conc_actors_stop();
	printf("%d\n", p.columns);
	return p.columns != 36;
}
