// SPDX-License-Identifier: MIT
// class: shared
// A counter is atomic, and its operations are relaxed: only the number matters, and main reads it after it has joined.
#include <conc.h>
#include <stdatomic.h>
#include <stdio.h>

static _Atomic int ticks;

thread clock { int times; };

void main(clock *self)
{
	for (int i = 0; i < self->times; i++)
		atomic_fetch_add_explicit(&ticks, 1, memory_order_relaxed);
}

int main(void)
{
	{
		clock a = { 10 }, b = { 10 };
		conc_yield();
	}
	printf("%d\n", ticks);
	return ticks != 20;
}
