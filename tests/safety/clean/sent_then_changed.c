// SPDX-License-Identifier: MIT
// class: owner
// A job is complete when it is sent by its address. From then on it is the worker's.
#include <conc.h>
#include <stdio.h>

struct job { int first, last; };

static long work(channel(struct job *) *jobs)
{
	struct job *j;
	long sum = 0;

	while (j << jobs)
		sum += j->last - j->first;
	return sum;
}

int main(void)
{
	static struct job all[8];
	channel(struct job *) jobs = { 8 };
	task(long) worker = spawn work(&jobs);

	for (int i = 0; i < 8; i++) {
		all[i].first = i;
		all[i].last = i + 10;
		jobs << &all[i];
	}
	conc_close(&jobs);
	long sum = join(worker);
	printf("%ld\n", sum);
	return sum != 80;
}
