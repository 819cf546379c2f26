// SPDX-License-Identifier: MIT
// Every lock of libconc: held during the block, released right after it, never two at once.
#include <conc.h>
#include <stdio.h>

monitor account { long balance; };
monitor savings { inline account; double rate; };

enum { THREADS = 8, TIMES = 200 };

static conc_mutex mutex_lock;
static conc_owner_lock owner_lock;
static conc_rw_lock rw_lock;
static conc_semaphore semaphore;
static account one, *two;
static savings three;
static long in[7], total;

/* Alone with what the lock i protects. */
static void inside(int i)
{
	long seen = ++in[i];
	if (i % 3 == 0) conc_yield();
	if (in[i] != seen) puts("not alone");
	__atomic_add_fetch(&total, 1, __ATOMIC_RELAXED);
}

static void go(void)
{
	for (int i = 0; i < TIMES; i++) {
		waituntil (mutex_lock) { inside(0); }
		or waituntil (owner_lock) inside(1);
		or waituntil (rw_lock) inside(2);
		or waituntil (semaphore) inside(3);
		or waituntil (one) inside(4);
		or waituntil (two) inside(5);
		or waituntil (three) { three.balance++; inside(6); }
	}
}

static void again(account * mutex a)	// re-entrant
{
	waituntil (a) { a->balance++; waituntil (*a) a->balance++; }
}

int main(void)
{
	conc_semaphore_init(&semaphore, 1);
	two = new account {0};
	{
		task(void) t[THREADS];
		for (int i = 0; i < THREADS; i++) t[i] = spawn go();
	}
	printf("%ld\n", total);
	again(&one);
	again((account *)&three);
	printf("%ld\n", one.balance);
	int readers = 0;	// several readers at once
	waituntil (conc_reading(&rw_lock)) {
		waituntil (conc_reading(&rw_lock)) { readers = 2; }
		or waituntil (rw_lock) { puts("no"); }
	}
	printf("%d\n", readers);
	waituntil (mutex_lock) {	// the lock of a clause that has run is free again
		puts("a");
	}
	and waituntil (owner_lock) {
		mutex (mutex_lock) puts("b");
	}
	delete two;
	mutex (mutex_lock, owner_lock, rw_lock, semaphore, one, three) puts("all free");
	return 0;
}
