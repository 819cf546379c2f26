// SPDX-License-Identifier: MIT
// class: publish
// The flag is atomic, but relaxed: it says that the data are ready and does not order them.
// After DataRaceBench 142: the two operations do not synchronise.
#include <conc.h>
#include <stdatomic.h>
#include <stdio.h>

static int data[3];
static atomic_bool ready;

static void produce(void)
{
	for (int i = 0; i < 3; i++)
		data[i] = i + 1;	/* races */
	atomic_store_explicit(&ready, true, memory_order_relaxed);
}

int main(void)
{
	task(void) t = spawn produce();
	int sum = 0;

	while (!atomic_load_explicit(&ready, memory_order_relaxed))
		conc_yield();
	for (int i = 0; i < 3; i++)
		sum += data[i];	/* races */
	join(t);
	printf("%s\n", sum <= 6 ? "ready" : "too much");
}
