// SPDX-License-Identifier: MIT
// class: owner
// A job is sent by its address. The sender changes it after the send, while the worker reads it.
#include <conc.h>
#include <stdio.h>

struct job { int first, last; };

static long work(channel(struct job *) *jobs)
{
	struct job *j;
	long sum = 0;

	while (j << jobs)
		sum += j->last - j->first;	/* races */
	return sum;
}

int main(void)
{
	static struct job all[8];
	channel(struct job *) jobs = { 8 };
	task(long) worker = spawn work(&jobs);

	for (int i = 0; i < 8; i++) {
		all[i].first = i;
		jobs << &all[i];
		all[i].last = i + 10;	/* races */
	}
	conc_close(&jobs);
	printf("%s\n", join(worker) <= 80 ? "worked" : "too much");
}
