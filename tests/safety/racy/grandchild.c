// SPDX-License-Identifier: MIT
// class: order
// A task starts a thread and does not wait for it. Who joins the task has not joined that thread.
// After DataRaceBench 117: only the child is waited for.
#include <conc.h>
#include <stdio.h>

static int sum;
static conc_semaphore over;

static void add_later(void)
{
	sum += 2;	/* races */
	conc_semaphore_post(&over);
}

static void add(void)
{
	spawn add_later();
}

int main(void)
{
	task(void) t = spawn add();

	join(t);
	sum += 1;	/* races */
	conc_semaphore_wait(&over);
	printf("%s\n", sum <= 3 ? "added" : "too much");
}
