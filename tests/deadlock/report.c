// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan (others have a kernel thread of their own)
// When nothing can go on, the program stops with what each thread waits for, and where.
#include <conc.h>
#include <stdio.h>

static conc_mutex a, b;
static conc_semaphore met;

thread worker { conc_mutex *first, *second; };

void main(worker *self)
{
	mutex (self->first) {
		conc_semaphore_post(&met);
		conc_sleep(20ms);
		mutex (self->second) puts("not reached");
	}
}

int main(void)
{
	worker w[2] = { { &a, &b }, { &b, &a } };
}
