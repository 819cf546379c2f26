// SPDX-License-Identifier: MIT
// class: lock
// A semaphore with two units is taken for a lock: it lets in two threads at once.
#include <conc.h>
#include <stdio.h>

static conc_semaphore door = { 2 };
static int inside, visits;

static void visit(void)
{
	for (int i = 0; i < 10; i++)
		mutex (door) {
			inside++;	/* races */
			conc_yield();
			inside--;	/* races */
			visits++;	/* races */
		}
}

int main(void)
{
	{
		task(void) one = spawn visit(), two = spawn visit();
	}
	printf("%s\n", visits <= 20 ? "visited" : "too often");
}
