// SPDX-License-Identifier: MIT
// After kubernetes#5316: a request is carried out by a thread that sends its result or its error. Who asked has given
// up after a time-out, so the thread waits for ever in its send.
// The request takes until then.
#include "go.h"

struct answer { channel(int) result, error; };

static conc_semaphore gave_up;

static bool carry_out(void)
{
	conc_semaphore_wait(&gave_up);
	return false;
}

static void work(struct answer *a)
{
	if (carry_out()) a->result << 1;
	else a->error << 1; /* stays */
}

static void finish_request(void)
{
	struct answer *a = new struct answer {};
	go_unused int got;
	spawn work(a);
	waituntil (got << a->result) {}
	or waituntil (got << a->error) {}
	or waituntil (timeout(1ms)) {}
	conc_semaphore_post(&gave_up);
}

go_test
{
	spawn finish_request();
	go_until_waits(1, "work", "send");
	go_until_left(1);
}

int main(void) { test(); }
