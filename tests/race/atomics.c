// SPDX-License-Identifier: MIT
// C's atomic operations order as C says: an acquire that reads from a release, and no relaxed one.
#include <conc.h>
#include <stdatomic.h>
#include "race.h"

int x;
static atomic_int ready;

static void f(void)
{
	x = 1;
	atomic_store_explicit(&ready, 1, ORDERED(memory_order_release) BESIDE(memory_order_relaxed));
}

int main(void)
{
	task(void) t = spawn f();
	while (!atomic_load_explicit(&ready, memory_order_acquire)) conc_yield();
	x = 2;
	join(t);
}
