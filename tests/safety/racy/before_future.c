// SPDX-License-Identifier: MIT
// class: order
// A task fills a table and tells by a future when it has. Main reads an entry before it reads the future.
#include <conc.h>
#include <stdio.h>

static int squares[20];

static void fill(future(int) *filled)
{
	for (int i = 0; i < 20; i++)
		squares[i] = i * i;	/* races */
	*filled << 20;
}

int main(void)
{
	future(int) filled = {};
	int n;
	task(void) t = spawn fill(&filled);
	int last = squares[19];	/* races */

	n << filled;
	join(t);
	printf("%s\n", last < n * n ? "filled" : "wrong");
}
