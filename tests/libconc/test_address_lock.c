/* SPDX-License-Identifier: MIT */
/* FILE and pthread_mutex_t in a mutex statement: waiting parks the user thread alone, the
 * kernel thread is kept, re-entry, code that does not use the statement, misuse. */
#include "crew.h"
#include "kernel/thread.h"

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t many[300];
static long count;

static void increment(int index, void *argument)
{
	(void)index, (void)argument;
	for (int i = 0; i < 400; i++) {
		CONC_HOLD(1, pthread_mutex_t, &plain);
		CHECK(conc_self()->pinned > 0);
		CHECK(pthread_mutex_trylock(&plain) != 0);
		count++;
		if (i % 50 == 0) conc_sleep(CONC_US(50)); /* keeps its kernel thread */
	}
}

/* A kernel thread that knows nothing of us. */
static void *stranger(void *unused)
{
	(void)unused;
	for (int i = 0; i < 400; i++) {
		pthread_mutex_lock(&plain);
		count++;
		if (i % 40 == 0) usleep(100);
		pthread_mutex_unlock(&plain);
	}
	return NULL;
}

static void pthread_excludes(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		pthread_t thread;

		count = 0;
		pthread_create(&thread, NULL, stranger, NULL);
		crew_run(6, kinds[k], increment, NULL);
		pthread_join(thread, NULL);
		assert_int_equal(count, 7 * 400);
		assert_int_equal(pthread_mutex_trylock(&plain), 0);
		pthread_mutex_unlock(&plain);
	}
}

/* Many waiters, few kernel threads: those who wait do not occupy any. */
static uint32_t waiting_user_threads, went_on;

static void wait_or_go_on(int index, void *argument)
{
	(void)argument;
	if (index == 0) {
		CONC_HOLD(1, FILE, stdout);
		while (load_acquire(&went_on) < 1) conc_sleep(CONC_US(100));
	} else if (index == 40) {
		while (load_acquire(&waiting_user_threads) < 39) conc_yield();
		conc_sleep(CONC_MS(5));
		store_release(&went_on, 1);
	} else {
		conc_sleep(CONC_MS(2));
		add_relaxed(&waiting_user_threads, 1);
		CONC_HOLD(2, FILE, stdout);
	}
}

static void waiting_parks_user_threads(void **state)
{
	(void)state;
	crew_run(41, crew_user_only, wait_or_go_on, NULL);
	assert_int_equal(ftrylockfile(stdout), 0);
	funlockfile(stdout);
}

static void nested(int depth)
{
	CONC_HOLD(1, FILE, stdout);
	CHECK(conc_self()->pinned >= (unsigned)(4 - depth));
	if (depth) nested(depth - 1);
}

static void file_reentry(void **state)
{
	uint32_t pinned = conc_self()->pinned;

	(void)state;
	nested(3);
	assert_int_equal(conc_self()->pinned, pinned);
	{
		CONC_HOLD2(1, FILE, stdout, stderr);
		CONC_HOLD2(2, FILE, stderr, stdout);
	}
	assert_int_equal(conc_self()->pinned, pinned);
}

/* Lines written in pieces stay whole, also against a foreign flockfile. */
static void write_lines(int index, void *argument)
{
	FILE *f = argument;

	for (int i = 0; i < 100; i++) {
		CONC_HOLD(1, FILE, f);
		for (int k = 0; k < 8; k++) {
			fprintf(f, "%c", 'a' + index);
			if (k == 4 && i % 16 == 0) conc_sleep(CONC_US(20));
		}
		fprintf(f, "\n");
	}
}

static void *write_as_stranger(void *f)
{
	for (int i = 0; i < 100; i++) {
		flockfile(f);
		for (int k = 0; k < 8; k++) fprintf(f, "z");
		fprintf(f, "\n");
		funlockfile(f);
	}
	return NULL;
}

static void lines_stay_whole(void **state)
{
	FILE *f = tmpfile();
	pthread_t thread;
	char line[64];
	int lines = 0;

	(void)state;
	pthread_create(&thread, NULL, write_as_stranger, f);
	crew_run(6, crew_mixed, write_lines, f);
	pthread_join(thread, NULL);
	rewind(f);
	for (; fgets(line, sizeof(line), f); lines++) {
		assert_int_equal(strlen(line), 9);
		for (int k = 1; k < 8; k++) assert_int_equal(line[k], line[0]);
	}
	assert_int_equal(lines, 700);
	fclose(f);
}

/* More locks at once than the table has entries of its own. */
static void hold_many(int first)
{
	CONC_HOLD4(1, pthread_mutex_t, &many[first], &many[first + 1], &many[first + 2],
		&many[first + 3]);
	if (first + 4 < 300) hold_many(first + 4);
}

static void the_table_grows(void **state)
{
	(void)state;
	for (int i = 0; i < 300; i++) pthread_mutex_init(&many[i], NULL);
	for (int i = 0; i < 3; i++) hold_many(0);
	for (int i = 0; i < 300; i++) assert_int_equal(pthread_mutex_destroy(&many[i]), 0);
}

static void recursive_pthread(void **state)
{
	pthread_mutexattr_t recursive;
	pthread_mutex_t m;

	(void)state;
	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &recursive);
	{
		CONC_HOLD(1, pthread_mutex_t, &m);
		CONC_HOLD(2, pthread_mutex_t, &m);
	}
	assert_int_equal(pthread_mutex_destroy(&m), 0);
}

static void lock_twice(void *unused)
{
	(void)unused;
	CONC_HOLD(1, pthread_mutex_t, &plain);
	CONC_HOLD(2, pthread_mutex_t, &plain);
}

static void unlocked_inside(void *unused)
{
	(void)unused;
	CONC_HOLD(1, pthread_mutex_t, &plain);
	conc_abi_pthread_mutex_unlock(&plain, CONC_HERE);
}

static void misuse_stops(void **state)
{
	(void)state;
	expect_stop(lock_twice, NULL, "test_address_lock.c:", "not recursive", NULL);
	expect_stop(unlocked_inside, NULL, "test_address_lock.c:", "pthread_mutex_t", "not locked",
		NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pthread_excludes), cmocka_unit_test(waiting_parks_user_threads),
		cmocka_unit_test(file_reentry), cmocka_unit_test(lines_stay_whole),
		cmocka_unit_test(the_table_grows), cmocka_unit_test(recursive_pthread),
		cmocka_unit_test(misuse_stops),
	};

	return crew_tests(tests);
}
