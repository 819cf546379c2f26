// SPDX-License-Identifier: MIT
// class: lock
// A semaphore with two units lets in two threads of four; a semaphore with one is the lock of what they share.
#include <conc.h>
#include <stdio.h>

static conc_semaphore door = { 2 }, book = { 1 };
static int inside, most, visits;

static void visit(void)
{
	for (int i = 0; i < 10; i++)
		mutex (door) {
			mutex (book) {
				visits++;
				if (++inside > most)
					most = inside;
			}
			conc_yield();
			mutex (book) inside--;
		}
}

int main(void)
{
	scope {
		for (int i = 0; i < 4; i++)
			spawn visit();
	}
	printf("%d visits\n", visits);
	return visits != 40 || most > 2;
}
