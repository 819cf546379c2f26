// SPDX-License-Identifier: MIT
// class: escape
// A thread gives a future the address of its own local variable, and goes on changing it.
#include <conc.h>
#include <stdio.h>

static void serve(future(long *) *counter, channel(int) *end)
{
	long served = 0;
	int got;

	*counter << &served;
	while (!conc_try_receive(end, &got)) {
		served++;	/* races */
		conc_yield();
	}
}

int main(void)
{
	future(long *) counter = {};
	channel(int) end = { 1 };
	task(void) server = spawn serve(&counter, &end);
	long *served;

	served << counter;
	long seen = *served;	/* races */
	end << 1;
	printf("%s\n", seen >= 0 ? "served" : "wrong");
}
