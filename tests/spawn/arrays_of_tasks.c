// SPDX-License-Identifier: MIT
// Tasks in arrays and structs.
#include <conc.h>
#include <stdio.h>

struct job { int n; task(long) result; };

static long square(int n) { return (long)n * n; }

int main(void)
{
	task(long) t[10];
	long sum = 0;
	for (int i = 0; i < 10; i++) t[i] = spawn square(i);
	for (int i = 0; i < 10; i++) sum += join(t[i]);
	printf("%ld\n", sum);

	struct job jobs[3] = {0};
	for (int i = 0; i < 3; i++) jobs[i].result = spawn square(jobs[i].n = i + 10);
	struct job *p = jobs;
	printf("%ld %ld %ld\n", join(p->result), join(jobs[1].result), join((p + 2)->result));
}
