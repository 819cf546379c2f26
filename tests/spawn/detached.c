// SPDX-License-Identifier: MIT
// spawn as a statement detaches: nobody joins it, and its result is dropped.
#include <conc.h>
#include <stdio.h>

static conc_mutex lock;
static conc_condition changed;
static int done;

static int work(int n)
{
	mutex (lock) {
		done += n;
		conc_signal(&changed);
	}
	return n;
}

int main(void)
{
	for (int i = 1; i <= 10; i++)
		spawn work(i);
	int more = 1;
	if (more) spawn work(45);
	mutex (lock)
		while (done < 100) conc_wait(&changed, &lock);
	puts("100");
}
