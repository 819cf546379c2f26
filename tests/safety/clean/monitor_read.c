// SPDX-License-Identifier: MIT
// class: guarded
// A display reads a monitor's member under the lock, while a clerk changes it.
#include <conc.h>
#include <stdio.h>

monitor till { long cash; };
static till shop;

static void sell(till * mutex t, long price)
{
	t->cash += price;
}

static void work(till *t)
{
	for (int i = 0; i < 100; i++)
		sell(t, 3);
}

int main(void)
{
	task(void) clerk = spawn work(&shop);
	long seen;

	mutex (shop) seen = shop.cash;
	join(clerk);
	printf("%s\n", seen <= 300 ? "seen" : "too much");
	return shop.cash != 300;
}
