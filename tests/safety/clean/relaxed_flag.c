// SPDX-License-Identifier: MIT
// class: publish
// The flag is atomic and relaxed. It says when to look, and a lock orders the data.
#include <conc.h>
#include <stdatomic.h>
#include <stdio.h>

monitor lamp { int changes; };
static lamp l;
static atomic_int on;

static void toggle(void)
{
	mutex (l) l.changes++;
	atomic_store_explicit(&on, 1, memory_order_relaxed);
}

int main(void)
{
	task(void) t = spawn toggle();
	int seen;

	while (!atomic_load_explicit(&on, memory_order_relaxed))
		conc_yield();
	mutex (l) seen = l.changes;
	join(t);
	printf("%d\n", seen);
	return seen != 1;
}
