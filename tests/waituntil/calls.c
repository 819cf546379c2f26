// SPDX-License-Identifier: MIT
// A call in a clause does what the call does elsewhere: a lock stays locked when the block is over, a unit stays taken.
// A clause that was not chosen has taken nothing.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 6, TIMES = 200 };

static conc_mutex m;
static conc_owner_lock owner;
static conc_rw_lock rw;
static conc_semaphore units = { 2 }, alone = { 1 };
static int inside, wrong, total;

static void count(void)
{
	if (inside++) wrong++;
	if (total++ % 4 == 0) conc_yield();
	inside--;
}

static void go(int n)
{
	for (int i = 0; i < TIMES; i++) {
		waituntil (timeout((n + i) % 5 * 1us)) continue;
		or waituntil (conc_semaphore_wait(&alone)) { }
		count();
		conc_semaphore_post(&alone);
	}
}

static bool is_free(void)
{
	bool free = conc_mutex_try_lock(&m);
	if (free) conc_mutex_unlock(&m);
	return free;
}

static void lock_by_clause(bool first)
{
	when (first) waituntil (conc_mutex_lock(&m)) { }
	or waituntil (conc_owner_lock_lock(&owner)) conc_owner_lock_lock(&owner);
	or waituntil (timeout(1h)) puts("late");
}

static void take_all(void)	// in the order in which they become free
{
	int taken = 0;
	waituntil (conc_mutex_lock(&m)) taken++;
	and waituntil (conc_rw_lock_lock(&rw)) { taken++; }
	and waituntil (conc_semaphore_lock(&units)) { taken++; }
	printf("%d taken, %d %d\n", taken, is_free(), conc_rw_lock_try_read_lock(&rw));
	conc_mutex_unlock(&m);
	conc_rw_lock_unlock(&rw);
	conc_semaphore_post(&units);
}

int main(void)
{
	lock_by_clause(true);
	printf("%d ", is_free());
	conc_mutex_unlock(&m);
	printf("%d\n", is_free());
	lock_by_clause(false);
	conc_owner_lock_unlock(&owner);
	conc_owner_lock_unlock(&owner);
	printf("%d\n", conc_owner_lock_try_lock(&owner));
	conc_owner_lock_unlock(&owner);

	waituntil (conc_rw_lock_read_lock(&rw)) { }
	printf("%d ", conc_rw_lock_try_lock(&rw));
	conc_rw_lock_read_unlock(&rw);

	for (int i = 0; i < 3; i++) {
		waituntil (conc_semaphore_wait(&units)) printf("a unit ");
		or else puts("none");
	}
	conc_semaphore_post(&units);
	conc_semaphore_post(&units);

	conc_mutex_lock(&m);
	task(void) t = spawn take_all();
	conc_yield();
	conc_mutex_unlock(&m);
	join(t);

	task(void) all[THREADS];
	for (int i = 0; i < THREADS; i++) all[i] = spawn go(i);
	for (int i = 0; i < THREADS; i++) join(all[i]);
	printf("%d wrong, %d\n", wrong, conc_semaphore_try_wait(&alone) && !conc_semaphore_try_wait(&alone));
}
