// SPDX-License-Identifier: MIT
// broadcast wakes every waiting thread, signal wakes one; without a waiting thread neither is kept.
#include <conc.h>
#include <stdio.h>

static conc_mutex lock;
static conc_condition open, came;
static int is_open, waiting, through;

thread visitor { int id; };

void main(visitor *self)
{
	(void)self;
	mutex (lock) {
		waiting++;
		conc_signal(&came);
		while (!is_open) conc_wait(&open, &lock);
		through++;
	}
}

int main(void)
{
	conc_signal(&open);
	conc_broadcast(&open);
	{
		visitor v[20] = {0};
		mutex (lock) {
			while (waiting < 20) conc_wait(&came, &lock);
			printf("%d\n", through);
			is_open = 1;
			conc_broadcast(&open);
		}
	}
	printf("%d\n", through);
}
