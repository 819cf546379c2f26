// SPDX-License-Identifier: MIT
// Everything that waits, at once, with time-outs that race with what they wait for: under a seed this
// is where the runtime itself is looked at.
#include <conc.h>
#include <stdio.h>

enum { WORKERS = 4, ROUNDS = 6, SLOTS = 2 };

monitor buffer { int items[SLOTS], count, taken, given; };

static buffer b;
static conc_condition filled, emptied;
static conc_rw_lock table;
static conc_semaphore units = CONC_SEMAPHORE(2);
static conc_spin_lock spin;
static conc_mutex m;
static conc_barrier meeting = CONC_BARRIER(WORKERS, NULL);
static long reads, writes, limited, spun, locked, late;
static int inside;

static void put(buffer *mutex x, int item)
{
	while (x->count == SLOTS)
		if (conc_wait_for(&emptied, x, 50us)) late++;
	x->items[x->count++] = item;
	x->given += item;
	conc_signal(&filled);
}

static int get(buffer *mutex x)
{
	while (x->count == 0) conc_wait(&filled, x);
	int item = x->items[--x->count];
	x->taken += item;
	conc_signal(&emptied);
	return item;
}

static int produce(int n)
{
	for (int i = 1; i <= n; i++) put(&b, i);
	return n;
}

static void share(int i)
{
	if (i % 3 == 0) {
		mutex (table) writes++;
	} else {
		conc_rw_lock_read_lock(&table);
		__atomic_add_fetch(&reads, 1, __ATOMIC_RELAXED);
		if (i % 2) conc_yield();
		conc_rw_lock_read_unlock(&table);
	}
}

static void limit(int i)
{
	conc_semaphore_wait(&units);
	conc_test_assert(__atomic_add_fetch(&inside, 1, __ATOMIC_RELAXED) <= 2);
	if (i % 4 == 0) conc_sleep(10us);
	__atomic_add_fetch(&limited, 1, __ATOMIC_RELAXED);
	__atomic_sub_fetch(&inside, 1, __ATOMIC_RELAXED);
	conc_semaphore_post(&units);
}

thread worker { int number; };

void main(worker *self)
{
	for (int i = 0; i < ROUNDS; i++) {
		task(int) t = spawn produce(3);
		share(i + self->number);
		limit(i);
		mutex (spin) spun++;
		for (int k = 0; k < 3; k++) get(&b);
		if (i == 2) conc_pin();
		mutex (m) {
			long seen = locked;
			if (i % 2) conc_sleep(5us);
			locked = seen + 1;
		}
		if (i == 2) conc_unpin();
		if (i == 3)
			blocking { conc_barrier_wait(&meeting); }
		else
			conc_barrier_wait(&meeting);
		conc_test_assert(join(t) == 3);
	}
}

int main(void)
{
	{
		worker w[WORKERS] = { { 0 }, { 1 }, { 2 }, { 3 } };
	}
	printf("%ld %ld %ld %ld %d %d\n", reads + writes, limited, spun, locked, b.taken, b.given);
}
