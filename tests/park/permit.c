// SPDX-License-Identifier: MIT
// One permit, kept if it comes first; limits; what a cancelled thread gets; a thread that has ended.
#include <conc.h>
#include <stdio.h>

static conc_semaphore ready;

static int sleeper(struct conc_thread **me)
{
	*me = conc_self();
	conc_semaphore_post(&ready);
	return conc_park();
}

static int waits_twice(struct conc_thread **me)
{
	int first = sleeper(me);
	conc_semaphore_post(&ready);
	return first * 1000 + conc_park_for(1h);
}

static int (*const by_function)(void) = conc_park;

int main(void)
{
	struct conc_thread *self = conc_self(), *other = NULL, *gone;

	conc_unpark(self);
	conc_unpark(self);	// still one
	printf("%d", conc_park());
	printf(" %d", conc_park_for(0) == -ETIMEDOUT);
	printf(" %d", conc_park_for(-1h) == -ETIMEDOUT);
	printf(" %d\n", conc_park_for(1ms) == -ETIMEDOUT);

	task(int) t = spawn sleeper(&other);
	conc_semaphore_wait(&ready);
	conc_unpark(other);	// before or after it has parked
	printf("%d\n", join(t));

	gone = other;
	conc_unpark(gone);	// it has ended, and can still be joined
	t = spawn sleeper(&other);
	conc_semaphore_wait(&ready);
	conc_unpark(gone);	// its descriptor is free, or another thread's by now
	conc_unpark(other);
	printf("%d\n", join(t));

	t = spawn waits_twice(&other);
	conc_semaphore_wait(&ready);
	conc_yield();
	conc_cancel(t);
	conc_semaphore_wait(&ready);
	printf("%d\n", join(t) == -ECANCELED * 1001);

	conc_unpark(self);
	printf("%d\n", by_function());
}
