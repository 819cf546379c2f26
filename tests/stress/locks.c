/* SPDX-License-Identifier: MIT */
/* Every lock at once, by user threads, pinned ones and foreign kernel threads: nested mutex
 * statements, conditions with and without deadlines, barriers, foreign locks, while the number
 * of processors changes. Runs for STRESS_SECONDS (default 3); hangs if a wake-up is lost, aborts
 * if two hold one lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "conc.h"
#include "port/atomic.h"

#define CHECK(x) ((x) ? (void)0 : failed(CONC_HERE, #x))

static void failed(const char *where, const char *what)
{
	fprintf(stderr, "%s: failed: %s\n", where, what);
	abort();
}

enum { USERS = 24, PINNED = 3, FOREIGN = 4, LOCKS = 6 };

struct cell {
	conc_mutex mutex;
	conc_owner_lock owner;
	conc_spin_lock spin;
	conc_rw_lock rw;
	conc_semaphore unit;
	pthread_mutex_t plain;
	conc_owner_lock monitor;
	long by_mutex, by_owner, by_spin, by_rw[2], by_monitor[2], by_unit, by_plain;
};

static struct cell cells[LOCKS];
static conc_mutex gate;
static conc_condition changed;
static long value; /* under gate */
static uint32_t stop, everybody;

/* Adds 1 in a way that shows if somebody else does the same. */
static void bump(long *n, unsigned seed)
{
	long before = *n;

	if (seed % 16 == 0) conc_yield();
	*n = before + 1;
}

static void bump_quickly(long *n) { ++*n; }

static void nested(struct cell *a, struct cell *b, unsigned seed)
{
	CONC_HOLD2(1, conc_mutex, &a->mutex, &b->mutex);
	bump(&a->by_mutex, seed);
	{
		CONC_HOLD_MIXED(2, CONC_AS(conc_owner_lock, &b->owner),
			CONC_AS(conc_semaphore, &a->unit), CONC_AS(conc_owner_lock, &a->owner));
		CONC_HOLD(3, conc_owner_lock, &a->owner);
		bump(&a->by_owner, seed >> 4);
		bump(&a->by_unit, seed >> 8);
	}
	CONC_HOLD(4, conc_spin_lock, &a->spin);
	bump_quickly(&a->by_spin);
}

static void read_or_write(struct cell *c, unsigned seed)
{
	if (seed % 4 == 0) {
		CONC_HOLD(1, conc_rw_lock, &c->rw);
		bump(&c->by_rw[0], seed >> 2);
		bump(&c->by_rw[1], seed >> 6);
	} else {
		CONC_HOLD(2, conc_rw_reader, conc_reading(&c->rw));
		CHECK(c->by_rw[0] == c->by_rw[1]);
	}
}

static void look_again(struct cell *c, unsigned depth)
{
	CONC_HOLD(1, conc_owner_reader, &c->monitor);
	CHECK(c->by_monitor[0] == c->by_monitor[1]);
	if (depth % 4 == 0) conc_yield();
	if (depth) look_again(c, depth - 1);
}

static void read_or_write_monitor(struct cell *c, unsigned seed)
{
	if (seed % 4 == 0) {
		CONC_HOLD(1, conc_owner_lock, &c->monitor);
		bump(&c->by_monitor[0], seed >> 2);
		bump(&c->by_monitor[1], seed >> 6);
		if (seed % 8 == 0) look_again(c, 0);
	} else {
		look_again(c, seed / 4 % 8);
	}
}

static void wait_or_change(unsigned seed)
{
	CONC_HOLD(1, conc_mutex, &gate);
	long seen = value;

	if (seed % 4) {
		value++;
		if (seed % 8 == 1)
			conc_broadcast(&changed);
		else
			conc_signal(&changed);
	} else {
		while (value == seen && !load_relaxed(&stop))
			if (conc_wait_for(&changed, &gate, seed % 50000) && seed % 3) break;
	}
}

static void foreign_lock(struct cell *c, unsigned seed)
{
	CONC_HOLD(1, pthread_mutex_t, &c->plain);
	bump(&c->by_plain, seed);
}

static void turn(unsigned seed)
{
	struct cell *a = &cells[seed % LOCKS], *b = &cells[(seed >> 3) % LOCKS];

	switch ((seed >> 6) % 8) {
	case 0: wait_or_change(seed >> 9); break;
	case 1: read_or_write(a, seed >> 9); break;
	case 2: if (seed % 8 == 0) foreign_lock(a, seed >> 9); break;
	case 3: if (seed % 64 == 0) conc_sleep(seed >> 12); break;
	case 4: read_or_write_monitor(a, seed >> 9); break;
	default: nested(a, b, seed >> 9);
	}
}

static void work(unsigned seed)
{
	unsigned long long state = seed * 2654435761u + 1;

	while (!load_acquire(&stop)) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		turn((unsigned)(state >> 33));
	}
	add_acq_rel(&everybody, 1);
}

static void work_pinned(unsigned seed)
{
	conc_pin();
	work(seed);
	conc_unpin();
}

static void *work_foreign(void *seed)
{
	work((unsigned)(uintptr_t)seed);
	return NULL;
}

/* Knows nothing of libconc. */
static void *stranger(void *unused)
{
	for (unsigned i = 0; !load_acquire(&stop); i++) {
		pthread_mutex_t *m = &cells[i % LOCKS].plain;

		pthread_mutex_lock(m);
		cells[i % LOCKS].by_plain++;
		pthread_mutex_unlock(m);
		usleep(500);
	}
	return unused;
}

CONC_TASK_TYPE_VOID(task);
CONC_SPAWN1_VOID(spawn_user, task, work, unsigned);
CONC_SPAWN1_VOID(spawn_pinned, task, work_pinned, unsigned);

static void let_run(void)
{
	const char *seconds = getenv("STRESS_SECONDS");
	uint64_t end = conc_now() + (seconds ? strtoull(seconds, NULL, 10) : 3) * 1000000000u;

	for (unsigned n = 0; conc_now() < end; n++) {
		conc_processors(n % 4 + 1);
		conc_sleep(CONC_MS(20));
	}
	store_release(&stop, 1);
	CONC_HOLD(1, conc_mutex, &gate);
	conc_broadcast(&changed);
}

int main(void)
{
	task tasks[USERS + PINNED];
	pthread_t threads[FOREIGN + 1];

	for (int i = 0; i < LOCKS; i++) {
		conc_semaphore_init(&cells[i].unit, 1);
		pthread_mutex_init(&cells[i].plain, NULL);
	}
	for (unsigned i = 0; i < USERS; i++) tasks[i] = spawn_user(CONC_HERE, i);
	for (unsigned i = USERS; i < USERS + PINNED; i++) tasks[i] = spawn_pinned(CONC_HERE, i);
	for (uintptr_t i = 0; i < FOREIGN; i++)
		pthread_create(&threads[i], NULL, work_foreign, (void *)(i + 1000));
	pthread_create(&threads[FOREIGN], NULL, stranger, NULL);
	let_run();
	for (int i = 0; i < USERS + PINNED; i++) task_end(&tasks[i]);
	{
		CONC_BLOCKING(1);
		for (int i = 0; i <= FOREIGN; i++) pthread_join(threads[i], NULL);
	}
	CHECK(everybody == USERS + PINNED + FOREIGN);
	for (int i = 0; i < LOCKS; i++) {
		struct cell *c = &cells[i];

		CHECK(!(c->mutex.conc_state | c->owner.conc_mutex.conc_state | c->spin.conc_state));
		CHECK(!(c->rw.conc_mutex.conc_state | c->rw.conc_mutex.conc_queue | c->mutex.conc_queue));
		CHECK(c->unit.conc_count == 1 || c->unit.conc_count == -1);
		CHECK(!(c->monitor.conc_mutex.conc_state | c->monitor.conc_mutex.conc_queue));
		CHECK(c->by_monitor[0] == c->by_monitor[1]);
		CHECK(c->by_rw[0] == c->by_rw[1]);
		CHECK(c->by_owner == c->by_unit && c->by_owner == c->by_mutex);
		CHECK(c->by_spin == c->by_mutex);
	}
	puts("ok locks");
	return 0;
}
