// SPDX-License-Identifier: MIT
// Threads that wait for turns in each way get them. Who leaves, since another clause was chosen, since its time is up or since
// it was cancelled, has taken none.
#include <conc.h>
#include <errno.h>
#include <stdio.h>

enum { THREADS = 12 };

static conc_limiter l = { .every = 2ms };
static _Atomic int served;

static void client(int number, channel(int) *never)
{
	switch (number % 3) {
	case 0: if (conc_limiter_wait(&l)) return; break;
	case 1: if (conc_limiter_wait_for(&l, 1h)) return; break;
	default:
		waituntil (number << never) { }
		or waituntil (l) { }
	}
	served++;
}

static void all_served(void)
{
	channel(int) never = {};
	scope {
		for (int i = 0; i < THREADS; i++) spawn client(i, &never);
	}
	printf("%d served\n", served);
}

static int leaves(conc_limiter *slow, channel(int) *c, int how)
{
	int v = 0;
	if (how == 0) return conc_limiter_wait(slow);
	if (how == 1) return conc_limiter_wait_for(slow, 1ms);
	waituntil (slow) v = 100;
	or waituntil (v << c) { }
	or waituntil (cancelled()) v = 200;
	return v;
}

static void none_taken(void)
{
	conc_limiter slow = { .every = 1h, .burst = 2 };
	channel(int) c = {}, ready = { 1 };
	int v = 0;
	ready << 1;
	waituntil (v << ready) { }
	or waituntil (slow) v = 100;
	printf("%d, %d", v, conc_limiter_try(&slow));
	printf("%d", conc_limiter_try(&slow));
	printf("%d\n", conc_limiter_try(&slow));
	task(int) a = spawn leaves(&slow, &c, 0), b = spawn leaves(&slow, &c, 1), d = spawn leaves(&slow, &c, 2),
	          e = spawn leaves(&slow, &c, 2);
	c << 7;
	printf("%d", join(b) == -ETIMEDOUT);
	conc_cancel(a);
	conc_cancel(d);
	conc_cancel(e);
	printf(" %d", join(a) == -ECANCELED);
	printf(" %d\n", join(d) + join(e));
	printf("nobody waits: %d\n", slow.conc_waiting == 0 && !conc_limiter_try(&slow));
}

/* While the block of one runs, the other's turn comes. */
static void while_a_block_runs(void)
{
	conc_limiter turns = { .every = 1ms };
	int n = 0;
	waituntil (timeout(1us)) {
		for (int i = 0; i < 5; i++) n += conc_limiter_wait(&turns) == 0;
	}
	and waituntil (turns) n += 10;
	and waituntil (turns) n += 100;
	printf("%d\n", n);
}

int main(void)
{
	all_served();
	none_taken();
	while_a_block_runs();
}
