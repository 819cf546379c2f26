// SPDX-License-Identifier: MIT
// After hugo#3251: a lock for each address is looked up under a lock of the table. A thread waits for an address's lock
// with the table's; whoever has the address's lock needs the table's to give it back. The others wait for the table,
// and main for all of them.
// The first one gives the address back when the second one waits for it. Which thread is first depends on the schedule,
// the waits do not.
#include "go.h"

enum { READERS = 5 };

static conc_rw_lock table;
static conc_mutex address;
static struct go_group group;

static void lock_address(void)
{
	mutex (table) /* stays */
		conc_mutex_lock(&address); /* stays */
}

static void unlock_address(void)
{
	mutex (conc_reading(&table)) /* stays */
		conc_mutex_unlock(&address);
}

static void get_remote(void)
{
	lock_address();
	go_until_waits(1, "get_all", "conc_mutex");
	unlock_address();
}

static void get_all(void)
{
	for (int i = 0; i < 10; i++) get_remote();
	go_done(&group);
}

int main(void)
{
	go_add(&group, READERS);
	for (int i = 0; i < READERS; i++) spawn get_all();
	go_wait(&group); /* stays */
}
