// SPDX-License-Identifier: MIT
// class: order
// The first answer ends the search: the scope is cancelled and waits for its children. Then their notes are read.
#include <conc.h>
#include <stdio.h>

struct note { int steps; };

static void search(struct note *n, int steps, channel(int) *found)
{
	for (n->steps = 0; n->steps < steps; n->steps++)
		if (conc_sleep(10us) != 0)
			return;
	(void)conc_try_send(found, steps);
}

static int first(struct note *notes)
{
	channel(int) found = { 3 };
	int steps = 0;

	scope (all) {
		spawn search(&notes[0], 1000000, &found);
		spawn search(&notes[1], 2, &found);
		spawn search(&notes[2], 1000000, &found);
		steps << found;
		conc_cancel(all);
	}
	return steps;
}

int main(void)
{
	struct note notes[3] = {};
	int steps = first(notes);

	printf("%d steps\n", steps);
	return steps != 2 || notes[1].steps != 2 || notes[0].steps == 1000000;
}
