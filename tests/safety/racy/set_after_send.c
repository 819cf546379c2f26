// SPDX-License-Identifier: MIT
// class: actor
// Main sends an actor its first message, and sets one of its members afterwards.
#include <conc.h>
#include <stdio.h>

actor printer { int margin, columns; };
message line { int length; };

receive (printer *self, line *m)
{
	self->columns += self->margin + m->length;	/* races */
}

int main(void)
{
	static printer p;

	conc_actors_start(NULL);
	p | (line){ 10 };
	p.margin = 4;	/* races */
	p | (line){ 20 };
	conc_actors_stop();
	printf("%s\n", p.columns <= 38 ? "printed" : "too wide");
}
