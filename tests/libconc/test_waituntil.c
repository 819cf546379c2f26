/* SPDX-License-Identifier: MIT */
/* The statement waituntil as the translator writes it: which clause is chosen, when, and that
 * nothing else has an effect. */
#include <malloc.h>

#include "crew.h"
#include "clauses.h"

CONC_TASK_TYPE(int, number_task);
CONC_TASK_TYPE_VOID(void_task);

/* ---- One thread: the first look ---- */

static conc_mutex lock, other;
static conc_semaphore units, more;

static void first_in_order(void **state)
{
	(void)state;
	conc_semaphore_init(&units, 1);
	for (int i = 0; i < 3; i++) {
		CONC_WAITUNTIL(1, 3);
		CONC_LOCK_CLAUSE(1, 0, 1, conc_semaphore, &more);
		CONC_LOCK_CLAUSE(1, 1, i != 1, conc_mutex, &lock);
		CONC_LOCK_CLAUSE(1, 2, 1, conc_semaphore, &units);
		CONC_WAIT(1);
		assert_int_equal(CONC_CHOSEN(1, 1), i != 1);
		assert_int_equal(CONC_CHOSEN(1, 2), i == 1);
		assert_int_equal(CONC_OFF(1, 1), i == 1);
		assert_int_equal(CONC_RAN(1, 1), i != 1);
		assert_int_equal(conc_mutex_try_lock(&lock), i == 1);
		assert_int_equal(conc_semaphore_try_wait(&units), i != 1);
		if (i == 1)
			conc_mutex_unlock(&lock);
		else
			conc_semaphore_post(&units);
		if (i == 2) break; /* the cleanup unlocks */
	}
	assert_true(conc_mutex_try_lock(&lock));
	conc_mutex_unlock(&lock);
	assert_true(conc_semaphore_try_wait(&units));
}

static void else_and_none(void **state)
{
	(void)state;
	for (int with = 0; with < 4; with++) {
		CONC_WAITUNTIL(1, 2);
		CONC_LOCK_CLAUSE(1, 0, with & 1, conc_semaphore, &more);
		CONC_TIMEOUT_CLAUSE(1, 1, 0, CONC_MS(1));
		CONC_WAIT_ELSE(1, with != 0);
		CONC_WAIT(1);
		assert_int_equal(CONC_CHOSE_ELSE(1), with != 0);
		assert_false(CONC_CHOSEN(1, 0) || CONC_CHOSEN(1, 1) || CONC_GOES_ON(1));
	}
}

static void timeouts(void **state)
{
	const conc_duration durations[][2] = {{CONC_S(99), CONC_MS(5)}, {CONC_MS(5), CONC_S(99)},
		{CONC_MS(5), 0}, {-1, 0}, {INT64_MAX, CONC_MS(1)}};
	const int first[] = {1, 0, 1, 0, 1};

	(void)state;
	for (int i = 0; i < 5; i++) {
		uint64_t before = conc_now(), took;
		CONC_WAITUNTIL(1, 3);
		CONC_TIMEOUT_CLAUSE(1, 0, 1, durations[i][0]);
		CONC_TIMEOUT_CLAUSE(1, 1, 1, durations[i][1]);
		CONC_LOCK_CLAUSE(1, 2, 1, conc_semaphore, &more);
		CONC_WAIT(1);
		took = conc_now() - before;
		assert_true(CONC_CHOSEN(1, first[i]));
		assert_true(took >= (uint64_t)(durations[i][first[i]] > 0 ? durations[i][first[i]] : 0));
	}
	assert_int_equal(more.conc_queue, 0);
}

/* ---- and ---- */

static void and_takes_all(void **state)
{
	int blocks = 0;

	(void)state;
	{
		CONC_WAITUNTIL_AND(1, 3);
		CONC_LOCK_CLAUSE(1, 0, 1, conc_mutex, &lock);
		CONC_LOCK_CLAUSE(1, 1, 1, conc_mutex, &other);
		CONC_TIMEOUT_CLAUSE(1, 2, 1, CONC_MS(2));
	again:
		CONC_WAIT(1);
		assert_false(CONC_CHOSEN(1, 0) && conc_mutex_try_lock(&lock));
		assert_false(CONC_CHOSEN(1, 1) && conc_mutex_try_lock(&other));
		if (CONC_CHOSEN(1, 1)) { /* never holds two */
			assert_true(conc_mutex_try_lock(&lock));
			conc_mutex_unlock(&lock);
		}
		blocks++;
		if (CONC_GOES_ON(1) && !(CONC_RAN(1, 0) && CONC_RAN(1, 1) && CONC_RAN(1, 2))) goto again;
	}
	assert_int_equal(blocks, 3);
	assert_true(conc_mutex_try_lock(&lock) && conc_mutex_try_lock(&other));
	conc_mutex_unlock(&lock), conc_mutex_unlock(&other);
}

/* ---- Ends of threads ---- */

static int slowly(int units_needed)
{
	for (int i = 0; i < units_needed; i++) conc_semaphore_wait(&more);
	return units_needed;
}

CONC_SPAWN1(spawn_slowly, int, number_task, slowly, int);

static void first_task_to_end(void **state)
{
	number_task a = spawn_slowly(CONC_HERE, 20), b = spawn_slowly(CONC_HERE, 0);

	(void)state;
	{
		CONC_WAITUNTIL(1, 2);
		CONC_TASK_CLAUSE(1, 0, 1, &a);
		CONC_TASK_CLAUSE(1, 1, 1, &b);
		CONC_WAIT(1);
		assert_true(CONC_CHOSEN(1, 1));
		assert_int_equal(number_task_join(&b, CONC_HERE), 0);
	}
	for (int i = 0; i < 20; i++) conc_semaphore_post(&more);
	{
		CONC_WAITUNTIL_AND(2, 2);
		CONC_TASK_CLAUSE(2, 0, 1, &a);
		CONC_TASK_CLAUSE(2, 1, 1, &b);
	again:
		CONC_WAIT(2);
		if (CONC_CHOSEN(2, 0)) assert_int_equal(number_task_join(&a, CONC_HERE), 20);
		if (!(CONC_RAN(2, 0) && CONC_RAN(2, 1))) goto again;
	}
	number_task_end(&a);
	number_task_end(&b);
}

static int at_once(int n)
{
	if (n % 3 == 0) conc_yield();
	return n;
}

CONC_SPAWN1(spawn_at_once, int, number_task, at_once, int);

/* Ends that come while the statement registers, waits, gives up and goes on. */
static void ends_at_any_time(int index, void *argument)
{
	unsigned random = (unsigned)index;

	(void)argument;
	for (int i = 0; i < 2000; i++) {
		number_task a = spawn_at_once(CONC_HERE, i), b = spawn_at_once(CONC_HERE, i + 1);
		bool both = crew_random(&random) % 2;
		{
			CONC_WAITUNTIL_AND(1, 3);
			CONC_TASK_CLAUSE(1, 0, 1, &a);
			CONC_TASK_CLAUSE(1, 1, 1, &b);
			CONC_TIMEOUT_CLAUSE(1, 2, !both, CONC_US(crew_random(&random) % 10));
		again:
			CONC_WAIT(1);
			crew_delay(crew_random(&random) % 50);
			if (CONC_CHOSEN(1, 0)) CHECK(number_task_join(&a, CONC_HERE) == i);
			if (CONC_CHOSEN(1, 1)) CHECK(number_task_join(&b, CONC_HERE) == i + 1);
			if (!(CONC_RAN(1, 0) && CONC_RAN(1, 1)) && !CONC_RAN(1, 2)) goto again;
		}
		number_task_end(&a);
		number_task_end(&b);
	}
}

static void ends(void **state)
{
	(void)state;
	crew_run(4, crew_user_only, ends_at_any_time, NULL);
	crew_run(4, crew_mixed, ends_at_any_time, NULL);
}

/* ---- Many threads: locks ---- */

static conc_owner_lock owner;
static conc_rw_lock rw;
static long counts[3];

static void any_of_three(int index, void *argument)
{
	unsigned random = (unsigned)index;

	(void)argument;
	for (int i = 0; i < 3000; i++) {
		bool fair = crew_random(&random) % 2, hurry = crew_random(&random) % 4 == 0;
		CONC_WAITUNTIL(1, 5);
		CONC_LOCK_CLAUSE(1, 0, crew_random(&random) % 4, conc_mutex, &lock);
		CONC_LOCK_CLAUSE(1, 1, 1, conc_owner_lock, &owner);
		CONC_LOCK_CLAUSE(1, 2, crew_random(&random) % 4, conc_rw_lock, &rw);
		CONC_LOCK_CLAUSE(1, 3, crew_random(&random) % 2, conc_rw_reader, conc_reading(&rw));
		CONC_TIMEOUT_CLAUSE(1, 4, hurry, CONC_US(2));
		if (fair)
			CONC_WAIT_FAIR(1);
		else
			CONC_WAIT(1);
		for (int k = 0; k < 3; k++)
			if (CONC_CHOSEN(1, k)) counts[k]++; /* a race, unless the lock is held */
		if (i % 8 == 0) conc_yield();
	}
}

static void locks(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		crew_run(6, kinds[k], any_of_three, NULL);
		assert_int_equal(lock.conc_queue | owner.conc_mutex.conc_queue | rw.conc_mutex.conc_queue, 0);
		assert_true(conc_mutex_try_lock(&lock));
		conc_mutex_unlock(&lock);
		assert_true(conc_rw_lock_try_lock(&rw));
		conc_rw_lock_unlock(&rw);
	}
}

/* Plain readers and writers, and clauses that give up beside them. */
static long halves[2];

static void read_and_give_up(int index, void *argument)
{
	unsigned random = (unsigned)index;

	(void)argument;
	for (int i = 0; i < 3000; i++) {
		unsigned what = crew_random(&random) % 4;

		if (what == 0) {
			CONC_HOLD(1, conc_rw_lock, &rw);
			halves[0]++;
			if (i % 4 == 0) conc_yield();
			halves[1]++;
		} else if (what == 1) {
			CONC_HOLD(1, conc_rw_reader, conc_reading(&rw));
			CHECK(halves[0] == halves[1]);
			if (i % 4 == 0) conc_yield();
			CHECK(halves[0] == halves[1]);
		} else {
			CONC_WAITUNTIL(1, 3);
			CONC_LOCK_CLAUSE(1, 0, what == 2, conc_rw_lock, &rw);
			CONC_LOCK_CLAUSE(1, 1, what == 3, conc_rw_reader, conc_reading(&rw));
			CONC_TIMEOUT_CLAUSE(1, 2, 1, CONC_US(crew_random(&random) % 8));
			CONC_WAIT(1);
			if (CONC_CHOSEN(1, 0)) halves[0]++, halves[1]++;
			if (CONC_CHOSEN(1, 1)) CHECK(halves[0] == halves[1]);
		}
	}
}

static void readers_and_clauses(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		crew_run(8, kinds[k], read_and_give_up, NULL);
		assert_int_equal(rw.conc_mutex.conc_state | rw.conc_mutex.conc_queue, 0);
		assert_int_equal(halves[0], halves[1]);
	}
}

/* ---- Channels: opposite orders, and, deadlines, close; nothing lost, nothing doubled ---- */

CONC_CHANNEL_TYPE(long, longs);

static longs channel[2];
static long sent, received, sends, receives, failed;

static void count_sent(long value, bool took_place)
{
	if (!took_place) {
		__atomic_add_fetch(&failed, 1, __ATOMIC_RELAXED);
		return;
	}
	__atomic_add_fetch(&sends, 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&sent, value, __ATOMIC_RELAXED);
}

static void count_received(long value)
{
	__atomic_add_fetch(&receives, 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&received, value, __ATOMIC_RELAXED);
}

/* Sends on one or the other, on both (and), or gives up and tries again. */
static void send_some(unsigned *random, long value)
{
	int first = (int)(crew_random(random) % 2);
	bool both = crew_random(random) % 3 == 0, hurry = crew_random(random) % 4 == 0;
	CONC_WAITUNTIL_AND(1, 3);
	CONC_SEND_CLAUSE(1, 0, 1, longs, &channel[first], value);
	CONC_CHECKED(1, 0);
	CONC_SEND_CLAUSE(1, 1, 1, longs, &channel[!first], -2 * value);
	CONC_CHECKED(1, 1);
	CONC_TIMEOUT_CLAUSE(1, 2, hurry, CONC_US(crew_random(random) % 8));
again:
	CONC_WAIT(1);
	if (CONC_CHOSEN(1, 0)) count_sent(conc_value_1_0, CONC_TOOK_PLACE(1, 0));
	else if (CONC_CHOSEN(1, 1)) count_sent(conc_value_1_1, CONC_TOOK_PLACE(1, 1));
	if (both && !CONC_RAN(1, 2) && !(CONC_RAN(1, 0) && CONC_RAN(1, 1))) goto again;
}

static bool receive_some(unsigned *random)
{
	int first = (int)(crew_random(random) % 2);
	bool fair = crew_random(random) % 2;
	CONC_WAITUNTIL(1, 3);
	CONC_RECEIVE_CLAUSE(1, 0, 1, longs, &channel[first]);
	CONC_CHECKED(1, 0);
	CONC_RECEIVE_CLAUSE(1, 1, 1, longs, &channel[!first]);
	CONC_CHECKED(1, 1);
	CONC_TIMEOUT_CLAUSE(1, 2, crew_random(random) % 4 == 0, CONC_US(3));
	if (fair)
		CONC_WAIT_FAIR(1);
	else
		CONC_WAIT(1);
	if (CONC_CHOSEN(1, 0) && CONC_TOOK_PLACE(1, 0)) count_received(conc_value_1_0);
	else if (CONC_CHOSEN(1, 1) && CONC_TOOK_PLACE(1, 1)) count_received(conc_value_1_1);
	else if (!CONC_CHOSEN(1, 2)) return false;
	return true;
}

/* What is left in the channels when they are closed; plain receives. */
static void drain(void)
{
	long value;

	for (int i = 0; i < 2; i++)
		while (longs_receive_ok(&channel[i], &value, CONC_HERE)) count_received(value);
}

static uint32_t senders_left;

static void trade(int index, void *argument)
{
	unsigned random = (unsigned)index * 7 + 1;
	long value, count = *(long *)argument;

	if (index % 2) {
		for (long i = 0; i < count; i++) send_some(&random, index * 100000L + i);
		if (sub_acq_rel(&senders_left, 1) != 1) return;
		conc_close(&channel[0]);
		conc_close(&channel[1]);
	} else if (index % 4) {
		while (receive_some(&random)) {
		}
		drain();
	} else { /* plainly, beside them */
		while (longs_receive_ok(&channel[index / 4 % 2], &value, CONC_HERE)) count_received(value);
		drain();
	}
}

static void channels(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 6; k++) {
		long count = 1500;

		for (int i = 0; i < 2; i++) conc_channel_init(&channel[i], k < 3 ? 0 : (size_t)k);
		sent = received = sends = receives = failed = 0;
		senders_left = 4;
		crew_run(8, kinds[k % 3], trade, &count);
		assert_int_equal(sends, receives);
		assert_int_equal(sent, received);
		assert_int_equal(failed, 0);
		assert_true(sends > count);
		for (int i = 0; i < 2; i++) conc_channel_fini(&channel[i]); /* nobody is left in it */
	}
}

/* ---- A thread that is cancelled while it waits ---- */

static int receive_or_give_up(longs *c)
{
	CONC_WAITUNTIL(1, 2);
	CONC_RECEIVE_CLAUSE(1, 0, 1, longs, &c[0]);
	CONC_CHECKED(1, 0);
	CONC_RECEIVE_CLAUSE(1, 1, 1, longs, &c[1]);
	CONC_CHECKED(1, 1);
	CONC_WAIT(1);
	return CONC_CHOSEN(1, 0) && CONC_TOOK_PLACE(1, 0) ? (int)conc_value_1_0 : -1;
}

CONC_SPAWN1(spawn_receive_or_give_up, int, number_task, receive_or_give_up, longs *);

static void cancelled_statement(void **state)
{
	(void)state;
	for (int i = 0; i < 300; i++) {
		longs c[2] = {{.conc_channel.conc_capacity = 0}};
		number_task t = spawn_receive_or_give_up(CONC_HERE, c);
		int got;

		if (i % 3) conc_yield();
		if (i % 2) crew_delay((unsigned)i * 10);
		conc_abi_cancel(t.conc_task, CONC_HERE);
		if (i % 5 == 0 && !longs_try_send(&c[0], 9, CONC_HERE)) conc_yield();
		got = number_task_join(&t, CONC_HERE);
		assert_true(got == -1 || (got == 9 && i % 5 == 0));
		number_task_end(&t);
		for (int k = 0; k < 2; k++) conc_channel_fini(&c[k]); /* nobody is left in it */
	}
}

/* ---- Types of the program: an event that stays, and a lock that counts ---- */

/* The clauses that wait for an object, noted in the order in which they came. */
struct notes {
	conc_spin_lock lock;
	conc_select *clause[32];
	int count;
};

static void note(struct notes *n, conc_select *c)
{
	CHECK(n->count < 32);
	n->clause[n->count++] = c;
}

/* Under the lock: the first that can be claimed, taken out. */
static conc_select *claim_first(struct notes *n)
{
	for (int i = 0; i < n->count; i++) {
		conc_select *c = n->clause[i];

		if (!conc_claim(c)) continue;
		memmove(&n->clause[i], &n->clause[i + 1], sizeof(c) * (size_t)(--n->count - i));
		return c;
	}
	return NULL;
}

static void forget(struct notes *n, conc_select *c)
{
	for (int i = 0; i < n->count; i++)
		if (n->clause[i] == c)
			memmove(&n->clause[i], &n->clause[i + 1], sizeof(c) * (size_t)(--n->count - i)), i--;
}

struct event {
	struct notes notes;
	bool happened, refuses;
};

static bool event_register(struct event *e, conc_select *c)
{
	bool claimed;

	conc_spin_lock_lock(&e->notes.lock);
	claimed = e->happened && conc_claim(c);
	if (!claimed) note(&e->notes, c);
	conc_spin_lock_unlock(&e->notes.lock);
	return claimed;
}

static void event_unregister(struct event *e, conc_select *c)
{
	conc_spin_lock_lock(&e->notes.lock);
	forget(&e->notes, c);
	conc_spin_lock_unlock(&e->notes.lock);
}

static bool event_selected(struct event *e, conc_select *c)
{
	CHECK(conc_selected(c));
	return !e->refuses;
}

static void event_happens(struct event *e)
{
	conc_select *c[32];
	int n = 0;

	conc_spin_lock_lock(&e->notes.lock);
	e->happened = true;
	while ((c[n] = claim_first(&e->notes))) n++;
	conc_spin_lock_unlock(&e->notes.lock);
	while (n-- > 0) conc_complete(c[n]);
}

CONC_IMPL_SELECT(event, struct event, event_register, event_unregister, event_selected);

/* Units that a clause takes and unregister_select gives back. */
struct pool {
	struct notes notes;
	int units;
};

static bool pool_register(struct pool *p, conc_select *c)
{
	bool claimed;

	conc_spin_lock_lock(&p->notes.lock);
	claimed = p->units > 0 && conc_claim(c);
	if (claimed)
		p->units--;
	else
		note(&p->notes, c);
	conc_spin_lock_unlock(&p->notes.lock);
	return claimed;
}

static void pool_give(struct pool *p)
{
	conc_select *next;

	conc_spin_lock_lock(&p->notes.lock);
	next = claim_first(&p->notes);
	if (!next) p->units++;
	conc_spin_lock_unlock(&p->notes.lock);
	if (next) conc_complete(next);
}

static bool pool_unregister(struct pool *p, conc_select *c)
{
	if (conc_selected(c)) {
		pool_give(p);
		return true;
	}
	conc_spin_lock_lock(&p->notes.lock);
	forget(&p->notes, c);
	conc_spin_lock_unlock(&p->notes.lock);
	return false;
}

CONC_IMPL_SELECT(pool, struct pool, pool_register, pool_unregister, CONC_SELECT_ALWAYS);

static void own_types(void **state)
{
	struct event happened = {.happened = true}, never = {.refuses = false};
	struct event refuses = {.happened = true, .refuses = true};
	struct pool pool = {.units = 1};
	bool held = false;

	(void)state;
	{
		CONC_WAITUNTIL(1, 3);
		CONC_SELECT_CLAUSE(1, 0, 1, event, &never);
		CONC_SELECT_CLAUSE(1, 1, 1, pool, &pool);
		CONC_SELECT_CLAUSE(1, 2, 1, event, &happened);
		CONC_WAIT(1);
		assert_true(CONC_CHOSEN(1, 1));
		assert_int_equal(pool.units, 0);
		assert_int_equal(never.notes.count, 0);
	}
	assert_int_equal(pool.units, 1);
	{
		CONC_WAITUNTIL(2, 2);
		CONC_SELECT_CLAUSE(2, 0, 1, event, &refuses);
		CONC_SELECT_CLAUSE(2, 1, 1, pool, &pool);
		CONC_WAIT(2);
		assert_true(!CONC_CHOSEN(2, 0) && !CONC_CHOSEN(2, 1) && CONC_GOES_ON(2));
		assert_true(CONC_RAN(2, 0));
	}
	{
		CONC_WAITUNTIL(3, 2);
		CONC_SELECT_CLAUSE(3, 0, 1, event, &never);
		CONC_LOCK_CLAUSE(3, 1, 1, conc_semaphore, &more);
		CONC_WAIT_ELSE(3, 1);
		CONC_WAIT(3);
		assert_true(CONC_CHOSE_ELSE(3));
		assert_int_equal(never.notes.count, 0);
	}
	{
		CONC_WAITUNTIL_AND(4, 3);
		CONC_SELECT_CLAUSE(4, 0, 1, pool, &pool);
		CONC_TIMEOUT_CLAUSE(4, 1, 1, CONC_MS(2));
		CONC_SELECT_CLAUSE(4, 2, 1, event, &happened);
	again:
		CONC_WAIT(4);
		if (CONC_CHOSEN(4, 0)) held = pool.units == 0;
		else assert_int_equal(pool.units, 1);
		if (CONC_GOES_ON(4) && !(CONC_RAN(4, 0) && CONC_RAN(4, 1) && CONC_RAN(4, 2))) goto again;
	}
	assert_true(held);
	assert_int_equal(pool.units, 1);
}

static struct pool stalls[2];
static struct event closing;
static long inside[2], served, closed;

static void stall_user(int index, void *argument)
{
	unsigned random = (unsigned)index;

	(void)argument;
	for (int i = 0; i < 1500; i++) {
		int first = (int)(crew_random(&random) % 2);
		CONC_WAITUNTIL_AND(1, 4);
		CONC_SELECT_CLAUSE(1, 0, 1, pool, &stalls[first]);
		CONC_SELECT_CLAUSE(1, 1, 1, pool, &stalls[!first]);
		CONC_TIMEOUT_CLAUSE(1, 2, crew_random(&random) % 4 == 0, CONC_US(3));
		CONC_SELECT_CLAUSE(1, 3, 1, event, &closing);
	again:
		CONC_WAIT(1);
		for (int k = 0; k < 2; k++)
			if (CONC_CHOSEN(1, k)) {
				long *in = &inside[k ? !first : first];

				CHECK(__atomic_add_fetch(in, 1, __ATOMIC_RELAXED) <= 2);
				if (i % 4 == 0) conc_yield();
				__atomic_sub_fetch(in, 1, __ATOMIC_RELAXED);
				__atomic_add_fetch(&served, 1, __ATOMIC_RELAXED);
			}
		if (CONC_CHOSEN(1, 3)) __atomic_add_fetch(&closed, 1, __ATOMIC_RELAXED);
		/* both stalls one after the other, or in time, or closing */
		if (!((CONC_RAN(1, 0) && CONC_RAN(1, 1)) || CONC_RAN(1, 2) || CONC_RAN(1, 3))) goto again;
		if (index == 0 && i == 1000) event_happens(&closing);
	}
}

static void own_types_among_threads(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		memset(stalls, 0, sizeof(stalls));
		memset(&closing, 0, sizeof(closing));
		stalls[0].units = stalls[1].units = 2;
		served = closed = 0;
		crew_run(5, kinds[k], stall_user, NULL);
		for (int i = 0; i < 2; i++) {
			assert_int_equal(stalls[i].units, 2);
			assert_int_equal(stalls[i].notes.count, 0);
		}
		assert_int_equal(closing.notes.count, 0);
		assert_true(served > 0);
	}
}

/* ---- The fair form ---- */

static void fair_is_fair(void **state)
{
	int chosen[4] = {0};
	conc_semaphore s[4];

	(void)state;
	for (int i = 0; i < 4; i++) conc_semaphore_init(&s[i], 1);
	for (int i = 0; i < 8000; i++) {
		CONC_WAITUNTIL(1, 5);
		CONC_LOCK_CLAUSE(1, 0, 1, conc_semaphore, &s[0]);
		CONC_LOCK_CLAUSE(1, 1, 1, conc_semaphore, &s[1]);
		CONC_LOCK_CLAUSE(1, 2, 0, conc_semaphore, &s[2]);
		CONC_LOCK_CLAUSE(1, 3, 1, conc_semaphore, &s[2]);
		CONC_LOCK_CLAUSE(1, 4, 1, conc_semaphore, &s[3]);
		CONC_WAIT_FAIR(1);
		for (int k = 0; k < 5; k++)
			if (CONC_CHOSEN(1, k)) chosen[k - (k > 2)]++;
	}
	for (int i = 0; i < 4; i++) assert_true(chosen[i] >= 1700 && chosen[i] <= 2300);
}

/* ---- No timer outlives its statement ---- */

static void timers_leave_nothing(void **state)
{
	size_t before = 0;

	(void)state;
	for (int i = 0; i < 200000; i++) {
		CONC_WAITUNTIL(1, 3);
		CONC_LOCK_CLAUSE(1, 0, 1, conc_semaphore, &more);
		CONC_TIMEOUT_CLAUSE(1, 1, 1, CONC_S(1000));
		CONC_TIMEOUT_CLAUSE(1, 2, 1, i % 100 ? 0 : 1);
		CONC_WAIT(1);
		assert_true(CONC_CHOSEN(1, 2));
		if (i == 1000) before = mallinfo2().uordblks;
	}
	assert_true(mallinfo2().uordblks <= before + 4096);
	assert_false(conc_timer_pending());
}

/* ---- What stops the program ---- */

static void waits_for_ever(void *argument)
{
	CONC_WAITUNTIL(1, 2);
	CONC_LOCK_CLAUSE(1, 0, 1, conc_semaphore, &more);
	CONC_LOCK_CLAUSE(1, 1, 1, conc_mutex, &lock);
	(void)argument;
	CONC_WAIT(1);
	CONC_WAIT(1);
}

static void wait_for_ever(void *argument)
{
	(void)argument;
	conc_mutex_lock(&other);
	conc_mutex_lock(&lock);
	conc_mutex_unlock(&lock);
	waits_for_ever(NULL);
}

static void own_lock(void *argument)
{
	CONC_WAITUNTIL(1, 1);
	(void)argument;
	conc_mutex_lock(&lock);
	CONC_LOCK_CLAUSE(1, 0, 1, conc_mutex, &lock);
	CONC_WAIT(1);
}

static void no_task(void *argument)
{
	number_task none = {NULL};
	CONC_WAITUNTIL(1, 1);
	(void)argument;
	CONC_TASK_CLAUSE(1, 0, 1, &none);
}

static void null_lock(void *argument)
{
	CONC_WAITUNTIL(1, 1);
	CONC_LOCK_CLAUSE(1, 0, 1, conc_mutex, (conc_mutex *)argument);
}

static void misuse(void **state)
{
	(void)state;
	expect_stop(wait_for_ever, NULL, "every thread is blocked", "waituntil (conc_semaphore)",
		"test_waituntil.c:", NULL);
	expect_stop(own_lock, NULL, "which this thread holds", "test_waituntil.c:", NULL);
	expect_stop(no_task, NULL, "empty task", "test_waituntil.c:", NULL);
	expect_stop(null_lock, NULL, "null pointer", "test_waituntil.c:", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(first_in_order), cmocka_unit_test(else_and_none),
		cmocka_unit_test(timeouts), cmocka_unit_test(and_takes_all),
		cmocka_unit_test(first_task_to_end), cmocka_unit_test(ends), cmocka_unit_test(locks), cmocka_unit_test(readers_and_clauses),
		cmocka_unit_test(channels), cmocka_unit_test(cancelled_statement),
		cmocka_unit_test(own_types), cmocka_unit_test(own_types_among_threads),
		cmocka_unit_test(fair_is_fair), cmocka_unit_test(timers_leave_nothing),
		cmocka_unit_test(misuse),
	};

	return crew_tests(tests);
}
