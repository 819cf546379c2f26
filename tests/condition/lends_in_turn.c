// SPDX-License-Identifier: MIT
// conc_signal_block: who is signalled goes on at once, the signaller as soon as that one gives the lock up, in the reverse
// order of their signals; and only then those that have queued for the lock. Each kind of lock, at all depths.
#include <conc.h>
#include <stdio.h>

enum { LEVELS = 4 };
enum kind { MONITOR, BASE, MUTEX, OWNER_LOCK, RW_LOCK, CLAUSE, CLAUSE_OF_ALL, KINDS };

monitor account { long balance; };
monitor savings { inline account; long rate; };

static savings a;
static conc_mutex m;
static conc_owner_lock owner;
static conc_rw_lock rw;
static conc_condition level[LEVELS];

static void say(const char *what, int i)
{
	printf(" %s%d", what, i);
}

// Waits, and goes on to signal the next one.
static void in_monitor(savings * mutex s, int i)
{
	mutex (s) {
		conc_wait(&level[i], s);
		say("<", i);
		if (i + 1 < LEVELS) conc_signal_block(&level[i + 1], s);
		say(">", i);
	}
	s->rate++;
}

static void in_base(account * mutex s, int i)	// the same lock, the only one of its statement
{
	conc_wait(&level[i]);
	say("<", i);
	if (i + 1 < LEVELS) conc_signal_block(&level[i + 1], s);
	say(">", i);
}

static void in_mutex(int i)
{
	mutex (m) {
		conc_wait(&level[i], &m);
		say("<", i);
		if (i + 1 < LEVELS) conc_signal_block(&level[i + 1], &m);
		say(">", i);
	}
}

static void in_owner_lock(int i)
{
	mutex (owner) mutex (owner) mutex (owner) {
		if (conc_wait_for(&level[i], &owner, 1h)) puts("?");
		say("<", i);
		if (i + 1 < LEVELS) conc_signal_block(&level[i + 1], &owner);
		say(">", i);
	}
}

static void in_rw_lock(int i)
{
	mutex (rw) {
		conc_wait_with(&level[i], &rw, 1);
		say("<", i);
		if (i + 1 < LEVELS) conc_signal_block(&level[i + 1], &rw);
		say(">", i);
	}
}

static void in_clause(int i)
{
	mutex (m) {
		waituntil (conc_wait(&level[i], &m)) say("<", i);
		or waituntil (timeout(1h)) puts("?");
		if (i + 1 < LEVELS) conc_signal_block(&level[i + 1], &m);
		say(">", i);
	}
}

static void in_clause_of_all(savings * mutex s, int i)
{
	mutex (s) {
		waituntil (conc_wait(&level[i])) {
			say("<", i);
			if (i + 1 < LEVELS) conc_signal_block(&level[i + 1], s);
		}
		or waituntil (timeout(1h)) puts("?");
		say(">", i);
	}
}

static void play(enum kind kind, int i)
{
	switch (kind) {
	case MONITOR: in_monitor(&a, i); break;
	case BASE: in_base((account *)&a, i); break;
	case MUTEX: in_mutex(i); break;
	case OWNER_LOCK: in_owner_lock(i); break;
	case RW_LOCK: in_rw_lock(i); break;
	case CLAUSE: in_clause(i); break;
	default: in_clause_of_all(&a, i); break;
	}
}

// Queues for the lock.
static int queued;
static void queue(enum kind kind)
{
	__atomic_fetch_add(&queued, 1, __ATOMIC_RELAXED);
	switch (kind) {
	case MUTEX: case CLAUSE: mutex (m) say("queued", 0); break;
	case OWNER_LOCK: mutex (owner) say("queued", 0); break;
	case RW_LOCK: mutex (rw) say("queued", 0); break;
	default: mutex (a) say("queued", 0); break;
	}
}

static void await_queued(void)
{
	while (__atomic_load_n(&queued, __ATOMIC_RELAXED) < 2) conc_yield();
}

// Two threads queue for the lock, or are about to; then the first one is signalled.
static void begin(enum kind kind)
{
	task(void) q[2];
	queued = 0;
	switch (kind) {
	case MUTEX: case CLAUSE:
		mutex (m) {
			for (int k = 0; k < 2; k++) q[k] = spawn queue(kind);
			await_queued();
			conc_signal_block(&level[0], &m);
			say("back", 0);
		}
		break;
	case OWNER_LOCK:
		mutex (owner) mutex (owner) {
			for (int k = 0; k < 2; k++) q[k] = spawn queue(kind);
			await_queued();
			conc_signal_block(&level[0], &owner);
			say("back", 0);
		}
		break;
	case RW_LOCK:
		mutex (rw) {
			for (int k = 0; k < 2; k++) q[k] = spawn queue(kind);
			await_queued();
			conc_signal_block(&level[0], &rw);
			say("back", 0);
		}
		break;
	default:
		mutex (a) {
			for (int k = 0; k < 2; k++) q[k] = spawn queue(kind);
			await_queued();
			conc_signal_block(&level[0], &a);
			say("back", 0);
		}
		break;
	}
	for (int k = 0; k < 2; k++) join(q[k]);
	puts("");
}

static void await_waiting(int n)
{
	for (int i = 0; i < n; i++)
		while (!conc_waiting(&level[i])) conc_yield();
}

// Gives the lock up by waiting for another condition.
static conc_condition later;
static void wait_twice(savings * mutex s)
{
	conc_wait(&level[0], s);
	say("<", 0);
	conc_wait(&later, s);
	say("later", 0);
}

int main(void)
{
	for (enum kind kind = 0; kind < KINDS; kind++) {
		task(void) t[LEVELS];
		for (int i = 0; i < LEVELS; i++) t[i] = spawn play(kind, i);
		await_waiting(LEVELS);
		begin(kind);
		for (int i = 0; i < LEVELS; i++) join(t[i]);
	}
	printf("%ld\n", a.rate);

	task(void) twice = spawn wait_twice(&a);
	await_waiting(1);
	begin(MONITOR);
	mutex (a) conc_signal_block(&later, &a);
	join(twice);
	puts("");

	mutex (m) conc_signal_block(&later, &m);	// nobody waits
	printf("%d\n", conc_mutex_try_lock(&m));
}
