// SPDX-License-Identifier: MIT
// Each lock with a limit: the one that another thread holds runs out, a free one is taken, a cancelled wait fails.
#include <conc.h>
#include <errno.h>
#include <stdio.h>

static conc_mutex m;
static conc_owner_lock owner;
static conc_rw_lock rw;
static conc_semaphore unit = { 1 };
static conc_barrier started = { 2 }, checked = { 2 };

thread holder { int unused; };

void main(holder *self)
{
	(void)self;
	mutex (m, owner, rw, unit) {
		conc_barrier_wait(&started);
		conc_barrier_wait(&checked);
	}
	conc_barrier_wait(&checked);
}

static void try_all(const char *when, conc_duration d)
{
	int results[] = {
		conc_mutex_lock_for(&m, d), conc_owner_lock_lock_for(&owner, d), conc_rw_lock_lock_for(&rw, d),
		conc_semaphore_wait_for(&unit, d),
	};
	printf("%s:", when);
	for (int i = 0; i < 4; i++)
		printf(" %s", results[i] == 0 ? "taken" : results[i] == -ETIMEDOUT ? "late" : "?");
	if (results[0] == 0) conc_mutex_unlock(&m);
	if (results[1] == 0) conc_owner_lock_unlock(&owner);
	if (results[2] == 0) conc_rw_lock_unlock(&rw);
	if (results[3] == 0) conc_semaphore_post(&unit);
	printf(", reading: %s\n", conc_rw_lock_read_lock_for(&rw, d) ? "late" : "taken");
	if (results[2] == 0) conc_rw_lock_read_unlock(&rw);
}

static int wait_for_unit(conc_semaphore *s)
{
	return conc_semaphore_wait_for(s, 1h);
}

int main(void)
{
	{
		holder h = { 0 };
		conc_barrier_wait(&started);
		try_all("held", 5ms);
		try_all("held", 0);
		conc_barrier_wait(&checked);
		conc_barrier_wait(&checked);
		try_all("free", 0);
	}
	conc_semaphore none = { 0 };
	task(int) t = spawn wait_for_unit(&none);
	conc_cancel(t);
	printf("%d\n", join(t) == -ECANCELED);
}
