// SPDX-License-Identifier: MIT
// class: shared
// The writer of a counter uses an atomic operation, and the reader a plain one.
// After DataRaceBench 183.
#include <conc.h>
#include <stdio.h>

static long bytes;

static void receive_all(void)
{
	for (int i = 0; i < 10; i++)
		__atomic_add_fetch(&bytes, 100, __ATOMIC_SEQ_CST);	/* races */
}

static long progress(void)
{
	return bytes;	/* races */
}

int main(void)
{
	task(void) t = spawn receive_all();
	long seen = progress();

	join(t);
	printf("%s\n", seen <= 1000 ? "in progress" : "too much");
}
