// SPDX-License-Identifier: MIT
// flags: -Wno-missing-field-initializers
// Each kind of lock excludes, tries, and works in a mutex statement.
#include <conc.h>
#include <stdio.h>

static conc_mutex plain;
static conc_owner_lock owner;
static conc_spin_lock spin;
static conc_rw_lock rw;
static conc_semaphore one = { 1 };
static long counts[5];

thread worker { int times; };

void main(worker *self)
{
	for (int i = 0; i < self->times; i++) {
		mutex (plain) counts[0]++;
		mutex (owner) counts[1]++;
		mutex (spin) counts[2]++;
		mutex (rw) counts[3]++;
		mutex (one) counts[4]++;
		if (i % 16 == 0) conc_yield();
	}
}

int main(void)
{
	{
		worker w[4] = { { 2000 }, { 2000 }, { 2000 }, { 2000 } };
	}
	for (int i = 0; i < 5; i++) printf("%ld ", counts[i]);
	puts("");
	printf("%d", conc_mutex_try_lock(&plain));
	printf("%d ", conc_mutex_try_lock(&plain));
	printf("%d", conc_owner_lock_try_lock(&owner));
	printf("%d ", conc_owner_lock_try_lock(&owner));
	printf("%d", conc_rw_lock_try_lock(&rw));
	printf("%d ", conc_rw_lock_try_lock(&rw));
	printf("%d", conc_semaphore_try_lock(&one));
	printf("%d ", conc_semaphore_try_lock(&one));
	printf("%d", conc_spin_lock_try_lock(&spin));
	printf("%d\n", conc_spin_lock_try_lock(&spin));
	conc_spin_lock_unlock(&spin);
}
