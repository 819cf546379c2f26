// SPDX-License-Identifier: MIT
// A clause with a false guard goes with the operator before it: A or when (0) B and C is A or C.
#include <conc.h>
#include <stdio.h>

static void wait(int guard, int group)
{
	future(int) a = {}, b = {}, c = {};
	a << 1;
	if (group) {
		waituntil (a) { printf("A "); }
		or when (guard) ( waituntil (b) { printf("B "); } and waituntil (c) { printf("C "); } )
	} else {
		waituntil (a) { printf("A "); }
		or when (guard) waituntil (b) { printf("B "); }
		and waituntil (c) { printf("C "); }
	}
	puts("over");
}

int main(int none, char **arguments)
{
	future(int) a = {}, c = {};
	none = arguments == NULL;
	wait(1, 0); /* A or (B and C) */
	wait(0, 0); /* A or C */
	wait(0, 1); /* A */
	a << 1;
	c << 1;
	waituntil (a) { printf("A "); }
	and when (none) waituntil (c) { printf("B "); }
	or waituntil (c) { printf("C "); } /* A or C */
	puts("over");
}
