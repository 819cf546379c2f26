// SPDX-License-Identifier: MIT
// class: actor
// Several actors of one type count their messages in a global monitor.
#include <conc.h>
#include <stdio.h>

monitor total { int handled; };
static total all;

actor clerk { int letters; };
message letter { int pages; };

receive (clerk *self, letter *m)
{
	self->letters += m->pages;
	mutex (all) all.handled++;
}

int main(void)
{
	static clerk c[4];

	conc_actors_start(NULL);
	for (int i = 0; i < 40; i++)
		c[i % 4] | (letter){ 1 };
	conc_actors_stop();
	printf("%d\n", all.handled);
	return all.handled != 40 || c[0].letters != 10;
}
