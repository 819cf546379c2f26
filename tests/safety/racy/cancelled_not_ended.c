// SPDX-License-Identifier: MIT
// class: order
// Main cancels a thread and uses its data at once. A cancelled thread goes on until it sees that.
#include <conc.h>
#include <stdio.h>

static long rounds;

static void spin(channel(int) *begun)
{
	*begun << 1;
	while (!conc_cancelled()) {
		rounds++;	/* races */
		conc_yield();
	}
	rounds++;	/* races */
}

int main(void)
{
	channel(int) begun = { 1 };
	task(void) t = spawn spin(&begun);

	conc_receive(&begun);
	conc_cancel(t);
	long seen = rounds;	/* races */
	join(t);
	printf("%s\n", seen >= 0 ? "cancelled" : "wrong");
}
