// SPDX-License-Identifier: MIT
// class: escape
// A detached thread gets the address of a local variable. The function does not touch it until the thread says it is over.
#include <conc.h>
#include <stdio.h>

static void count(int *n, conc_semaphore *over)
{
	for (int i = 0; i < 10; i++)
		++*n;
	conc_semaphore_post(over);
}

static int count_both(void)
{
	static conc_semaphore over;
	int n = 0, own = 0;

	spawn count(&n, &over);
	for (int i = 0; i < 10; i++)
		own++;
	conc_semaphore_wait(&over);
	return n + own;
}

int main(void)
{
	int n = count_both();

	printf("%d\n", n);
	return n != 20;
}
