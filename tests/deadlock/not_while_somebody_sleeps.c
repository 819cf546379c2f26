// SPDX-License-Identifier: MIT
// A sleeper, or a thread in blocking, can change things: no report.
#include <conc.h>
#include <stdio.h>
#include <unistd.h>

static conc_semaphore s;

thread sleeper { int unused; };
thread blocker { int unused; };

void main(sleeper *self)
{
	(void)self;
	conc_sleep(30ms);
	conc_semaphore_post(&s);
}

void main(blocker *self)
{
	(void)self;
	blocking { usleep(30000); }
	conc_semaphore_post(&s);
}

int main(void)
{
	{
		sleeper t = {0};
		conc_semaphore_wait(&s);
	}
	{
		blocker t = {0};
		conc_semaphore_wait(&s);
	}
	puts("both came");
}
