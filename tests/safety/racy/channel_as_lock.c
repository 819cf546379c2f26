// SPDX-License-Identifier: MIT
// class: phase
// A channel serves as a lock: who has sent holds it, and a receive gives it back. It has room for two.
#include <conc.h>
#include <stdio.h>

static channel(int) lock = { 2 };
static int total;

static void add(int times)
{
	for (int i = 0; i < times; i++) {
		lock << 1;
		total++;	/* races */
		conc_yield();
		conc_receive(&lock);
	}
}

int main(void)
{
	{
		task(void) a = spawn add(10), b = spawn add(10);
	}
	printf("%s\n", total <= 20 ? "added" : "too much");
}
