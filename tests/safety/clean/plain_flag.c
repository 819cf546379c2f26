// SPDX-License-Identifier: MIT
// class: publish
// A thread yields until an atomic flag says that the data are ready.
#include <conc.h>
#include <stdatomic.h>
#include <stdio.h>

static int data;
static atomic_bool ready;

static void produce(void)
{
	data = 42;
	atomic_store_explicit(&ready, true, memory_order_release);
}

int main(void)
{
	task(void) t = spawn produce();

	while (!atomic_load_explicit(&ready, memory_order_acquire))
		conc_yield();
	int seen = data;
	join(t);
	printf("%d\n", seen);
	return seen != 42;
}
