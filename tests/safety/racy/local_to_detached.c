// SPDX-License-Identifier: MIT
// class: escape
// A detached thread gets the address of a local variable. The function goes on counting in it.
#include <conc.h>
#include <stdio.h>

static conc_semaphore over;

static void count(int *n)
{
	for (int i = 0; i < 10; i++)
		++*n;	/* races */
	conc_semaphore_post(&over);
}

static int count_both(void)
{
	int n = 0;

	spawn count(&n);
	for (int i = 0; i < 10; i++)
		n++;	/* races */
	conc_semaphore_wait(&over);
	return n;
}

int main(void)
{
	printf("%s\n", count_both() <= 20 ? "counted" : "too many");
}
