// SPDX-License-Identifier: MIT
// class: shared
// A counter is volatile. That orders nothing between threads.
#include <conc.h>
#include <stdio.h>

static volatile int ticks;

thread clock { int times; };

void main(clock *self)
{
	for (int i = 0; i < self->times; i++)
		ticks = ticks + 1;	/* races */
}

int main(void)
{
	{
		clock a = { 10 }, b = { 10 };
		conc_yield();
	}
	printf("%s\n", ticks <= 20 ? "ticked" : "too often");
}
