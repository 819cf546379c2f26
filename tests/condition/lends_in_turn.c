// SPDX-License-Identifier: MIT
// conc_signal_block: who is signalled goes on at once, the signaller as soon as that one gives the lock up, in the reverse
// order of their signals; and only then those that have queued for the lock. Each kind of lock, at all depths.
#include <conc.h>
#include <stdio.h>

enum { LEVELS = 4 };

monitor account { long balance; };
monitor savings { inline account; long rate; };

static conc_condition level[LEVELS];

static void say(const char *what, int i)
{
	printf(" %s%d", what, i);
}

// Waits, and goes on to signal the next one.
#define LEVEL(waits, lends) \
	waits; \
	say("<", i); \
	if (i + 1 < LEVELS) lends; \
	say(">", i)

static void in_monitor(savings * mutex a, int i)
{
	mutex (a) {
		LEVEL(conc_wait(&level[i], a), conc_signal_block(&level[i + 1], a));
	}
	a->rate++;
}

static void in_base(account * mutex a, int i)	// the same lock, the only one of its statement
{
	LEVEL(conc_wait(&level[i]), conc_signal_block(&level[i + 1], a));
}

static conc_mutex m;
static void in_mutex(int i)
{
	mutex (m) { LEVEL(conc_wait(&level[i], &m), conc_signal_block(&level[i + 1], &m)); }
}

static conc_owner_lock owner;
static void in_owner_lock(int i)
{
	mutex (owner) mutex (owner) mutex (owner) {
		LEVEL(if (conc_wait_for(&level[i], &owner, 1h)) puts("?"), conc_signal_block(&level[i + 1], &owner));
	}
}

static conc_rw_lock rw;
static void in_rw_lock(int i)
{
	mutex (rw) { LEVEL(conc_wait_with(&level[i], &rw, 1), conc_signal_block(&level[i + 1], &rw)); }
}

static void in_clause(int i)
{
	mutex (m) {
		LEVEL(waituntil (conc_wait(&level[i], &m)) { } or waituntil (timeout(1h)) puts("?"),
		      conc_signal_block(&level[i + 1], &m));
	}
}

static void in_clause_of_all(savings * mutex a, int i)
{
	mutex (a) {
		LEVEL(waituntil (conc_wait(&level[i])) { } or waituntil (timeout(1h)) puts("?"),
		      conc_signal_block(&level[i + 1], a));
	}
}

// Gives the lock up by waiting for another condition.
static conc_condition later;
static void waits_again(savings * mutex a)
{
	conc_wait(&level[0], a);
	say("<", 0);
	conc_wait(&later, a);
	say("later", 0);
}

static int queued;

#define QUEUE(name, hold) \
	static void queue_##name(savings *a) \
	{ \
		(void)a; \
		__atomic_fetch_add(&queued, 1, __ATOMIC_RELAXED); \
		mutex (hold) say("queued", 0); \
	}
QUEUE(monitor, a)
QUEUE(mutex, m)
QUEUE(owner_lock, owner)
QUEUE(rw_lock, rw)

// Two threads queue for the lock, or are about to; then the first one is signalled.
#define BEGIN(name, hold, lock) \
	{ \
		task(void) q[2]; \
		mutex (hold) { \
			queued = 0; \
			for (int k = 0; k < 2; k++) q[k] = spawn queue_##name(&a); \
			while (__atomic_load_n(&queued, __ATOMIC_RELAXED) < 2) conc_yield(); \
			printf(#name ":"); \
			conc_signal_block(&level[0], lock); \
			say("back", 0); \
		} \
		for (int k = 0; k < 2; k++) join(q[k]); \
		puts(""); \
	}

static void await(int n)
{
	for (int i = 0; i < n; i++)
		while (!conc_waiting(&level[i])) conc_yield();
}

int main(void)
{
	static savings a;
	task(void) t[LEVELS];
#define ALL(call) for (int i = 0; i < LEVELS; i++) t[i] = spawn call; await(LEVELS)
#define END for (int i = 0; i < LEVELS; i++) join(t[i])
	ALL(in_monitor(&a, i));
	BEGIN(monitor, a, &a)
	END;
	ALL(in_base(&a, i));
	BEGIN(monitor, a, &a)
	END;
	ALL(in_mutex(i));
	BEGIN(mutex, m, &m)
	END;
	ALL(in_owner_lock(i));
	BEGIN(owner_lock, owner, &owner)
	END;
	ALL(in_rw_lock(i));
	BEGIN(rw_lock, rw, &rw)
	END;
	ALL(in_clause(i));
	BEGIN(mutex, m, &m)
	END;
	ALL(in_clause_of_all(&a, i));
	BEGIN(monitor, a, &a)
	END;
	printf("%ld\n", a.rate);

	task(void) again = spawn waits_again(&a);
	await(1);
	BEGIN(monitor, a, &a)
	mutex (a) conc_signal_block(&later, &a);
	join(again);
	puts("");

	mutex (m) conc_signal_block(&later, &m);	// nobody waits
	printf("%d\n", conc_mutex_try_lock(&m));
}
