// SPDX-License-Identifier: MIT
// class: guarded
// The guard of a waituntil reads a monitor's member. The clause holds the lock, but its guard does not.
#include <conc.h>
#include <stdio.h>

monitor shelf { int books; };
static shelf s;

static void bring(int n)
{
	for (int i = 0; i < n; i++) {
		when (s.books < 10)	/* races */
		waituntil (s) s.books++;	/* races */
		conc_yield();
	}
}

int main(void)
{
	{
		task(void) one = spawn bring(8), two = spawn bring(8);
	}
	printf("%s\n", s.books >= 8 ? "a shelf of books" : "few books");
}
