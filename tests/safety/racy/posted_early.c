// SPDX-License-Identifier: MIT
// class: order
// A producer tells the consumer that there is an item, and only then puts it there.
#include <conc.h>
#include <stdio.h>

static conc_semaphore items;
static int shelf[10];

static void produce(void)
{
	for (int i = 0; i < 10; i++) {
		conc_semaphore_post(&items);
		shelf[i] = i + 1;	/* races */
	}
}

int main(void)
{
	task(void) producer = spawn produce();
	int sum = 0;

	for (int i = 0; i < 10; i++) {
		conc_semaphore_wait(&items);
		sum += shelf[i];	/* races */
	}
	join(producer);
	printf("%s\n", sum <= 55 ? "eaten" : "too much");
}
