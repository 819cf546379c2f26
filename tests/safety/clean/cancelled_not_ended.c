// SPDX-License-Identifier: MIT
// class: order
// Main cancels a thread and joins it before it uses its data.
#include <conc.h>
#include <stdio.h>

static long rounds;

static void spin(channel(int) *begun)
{
	*begun << 1;
	while (!conc_cancelled()) {
		rounds++;
		conc_yield();
	}
	rounds++;
}

int main(void)
{
	channel(int) begun = { 1 };
	task(void) t = spawn spin(&begun);

	conc_receive(&begun);
	conc_cancel(t);
	join(t);
	printf("%s\n", rounds > 0 ? "cancelled" : "wrong");
	return rounds == 0;
}
