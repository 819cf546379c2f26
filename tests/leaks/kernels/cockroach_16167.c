// SPDX-License-Identifier: MIT
// After cockroach#16167: main reads under a lock for reading and takes that lock again further down. In between the
// thread that updates the configuration has begun to wait for the lock. It waits for main's first lock, and main's
// second lock waits behind it.
// The writer comes when main has the lock, and main goes on when readers no longer get in, which means that a writer
// waits.
#include "go.h"

static conc_rw_lock system_config;
static conc_semaphore reading;

static void update(void)
{
	conc_semaphore_wait(&reading);
	mutex (system_config) {} /* stays */
}

static void get_database_cache(void)
{
	mutex (conc_reading(&system_config)) {} /* stays */
}

static void exec_parsed(void)
{
	mutex (conc_reading(&system_config)) {
		conc_semaphore_post(&reading);
		while (conc_rw_lock_try_read_lock(&system_config)) {
			conc_rw_lock_read_unlock(&system_config);
			conc_yield();
		}
		get_database_cache();
	}
}

int main(void)
{
	spawn update();
	exec_parsed();
}
