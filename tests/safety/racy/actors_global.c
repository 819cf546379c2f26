// SPDX-License-Identifier: MIT
// class: actor
// Several actors of one type count their messages in a global variable. Behaviours of different actors overlap.
#include <conc.h>
#include <stdio.h>

static int handled;

actor clerk { int letters; };
message letter { int pages; };

receive (clerk *self, letter *m)
{
	self->letters += m->pages;
	handled++;	/* races */
}

int main(void)
{
	static clerk c[4];

	conc_actors_start(NULL);
	for (int i = 0; i < 40; i++)
		c[i % 4] | (letter){ 1 };
	conc_actors_stop();
	printf("%s\n", handled <= 40 ? "handled" : "too many");
}
