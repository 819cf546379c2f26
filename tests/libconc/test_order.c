/* SPDX-License-Identifier: MIT */
/* CONC_DEBUG=1: an order of locks that was observed inverted is reported once, with the lines. */
#include "crew.h"
#include "kernel/mutex_core.h"

static conc_mutex a, b, c;
static conc_owner_lock owner;
static conc_spin_lock spin;
static conc_rw_lock rw;
static pthread_mutex_t foreign = PTHREAD_MUTEX_INITIALIZER;

struct users_lock { conc_mutex inner; };
static void users_acquire(struct users_lock *l) { (void)l; }
static void users_release(struct users_lock *l) { (void)l; }
CONC_IMPL_LOCK(users_lock, struct users_lock, users_acquire, users_release);
static struct users_lock users;

static int reports(const char *text)
{
	int n = 0;

	while ((text = strstr(text, "opposite order"))) n++, text++;
	return n;
}

/* Runs f in a child in debug mode; returns the number of reports. */
static int observe(void (*f)(void *), char *text, size_t size)
{
	int status;

	conc_abi_unlocked = CONC_LOCK_NEVER;
	conc_order_records = true;
	status = child_status(f, NULL, text, size);
	conc_abi_unlocked = 0;
	conc_order_records = false;
	assert_int_equal(status, 0);
	return reports(text);
}

#define NEST(x, kx, y, ky) \
	{ \
		CONC_HOLD(1, kx, x); \
		CONC_HOLD(2, ky, y); \
	}

static void inverted(void *unused)
{
	(void)unused;
	for (int i = 0; i < 3; i++) {
		NEST(&a, conc_mutex, &b, conc_mutex)
		NEST(&b, conc_mutex, &a, conc_mutex)
	}
}
enum { INVERTED = __LINE__ - 3 }; /* the line of the second NEST above */

static void over_three(void *unused)
{
	(void)unused;
	NEST(&a, conc_mutex, &b, conc_mutex)
	NEST(&b, conc_mutex, &c, conc_mutex)
	NEST(&c, conc_mutex, &a, conc_mutex)
}

static void consistent(void *unused)
{
	(void)unused;
	for (int i = 0; i < 3; i++) {
		NEST(&a, conc_mutex, &b, conc_mutex)
		NEST(&b, conc_mutex, &c, conc_mutex)
		NEST(&a, conc_mutex, &c, conc_mutex)
	}
}

static void one_statement(void *unused)
{
	(void)unused;
	{ CONC_HOLD2(1, conc_mutex, &a, &b); }
	{ CONC_HOLD2(1, conc_mutex, &b, &a); }
	{ CONC_HOLD3(1, conc_mutex, &c, &b, &a); }
}

static void by_hand(void *unused)
{
	(void)unused;
	conc_mutex_lock(&a);
	conc_mutex_lock(&b);
	conc_mutex_unlock(&a); /* not nested */
	conc_mutex_lock(&c);
	conc_mutex_unlock(&b);
	conc_mutex_unlock(&c);
	conc_mutex_lock(&c);
	conc_mutex_lock(&b);
	conc_mutex_unlock(&c);
	conc_mutex_unlock(&b);
}

static void kinds(void *unused)
{
	(void)unused;
	NEST(&owner, conc_owner_lock, &spin, conc_spin_lock)
	NEST(&spin, conc_spin_lock, &owner, conc_owner_lock)
	NEST(&rw, conc_rw_lock, &a, conc_mutex)
	NEST(&a, conc_mutex, conc_reading(&rw), conc_rw_reader)
	NEST(&users, users_lock, &b, conc_mutex)
	NEST(&b, conc_mutex, &users, users_lock)
	NEST(&foreign, pthread_mutex_t, &c, conc_mutex)
	NEST(&c, conc_mutex, &foreign, pthread_mutex_t)
}

static void re_entry(void *unused)
{
	(void)unused;
	CONC_HOLD(1, conc_owner_lock, &owner);
	CONC_HOLD(2, conc_mutex, &a);
	CONC_HOLD(3, conc_owner_lock, &owner);
	CONC_HOLD(4, conc_rw_reader, conc_reading(&rw));
	CONC_HOLD(5, conc_mutex, &b);
	CONC_HOLD(6, conc_rw_reader, conc_reading(&rw));
}

static void tried(void *unused)
{
	(void)unused;
	NEST(&a, conc_mutex, &b, conc_mutex)
	conc_mutex_lock(&b);
	if (conc_mutex_try_lock(&a)) conc_mutex_unlock(&a);
	conc_mutex_unlock(&b);
}

static void forgotten(void *unused)
{
	(void)unused;
	NEST(&a, conc_mutex, &b, conc_mutex)
	conc_order_forget(&a, sizeof(a));
	NEST(&b, conc_mutex, &a, conc_mutex)
}

static void threads(int index, void *argument)
{
	(void)argument;
	for (int i = 0; i < 200; i++) {
		CONC_HOLD2(1, conc_mutex, &a, index % 2 ? &b : &c);
		CONC_HOLD(2, conc_owner_lock, &owner);
		if (i % 16 == 0) conc_yield();
	}
}

static void many_threads(void *unused)
{
	(void)unused;
	crew_run(6, crew_mixed, threads, NULL);
}

static void what_is_reported(void **state)
{
	char text[8192], place[64];

	(void)state;
	assert_int_equal(observe(inverted, text, sizeof(text)), 1);
	snprintf(place, sizeof(place), "test_order.c:%d: conc: ", INVERTED);
	if (!strstr(text, place)) fail_msg("%s", text);
	snprintf(place, sizeof(place), "test_order.c:%d: here", INVERTED - 1);
	if (!strstr(text, place)) fail_msg("%s", text);
	assert_int_equal(observe(over_three, text, sizeof(text)), 1);
	assert_int_equal(observe(by_hand, text, sizeof(text)), 1);
	assert_int_equal(observe(kinds, text, sizeof(text)), 4);
}

static void what_is_not(void **state)
{
	void (*quiet[])(void *) = {consistent, one_statement, re_entry, tried, forgotten, many_threads};
	char text[8192];

	(void)state;
	for (size_t i = 0; i < sizeof(quiet) / sizeof(*quiet); i++)
		if (observe(quiet[i], text, sizeof(text))) fail_msg("%zu: %s", i, text);
}

/* Debug mode finds the same misuse. */
static void unlock_free(void *unused)
{
	(void)unused;
	conc_abi_unlocked = CONC_LOCK_NEVER;
	conc_order_records = true;
	conc_mutex_lock(&a);
	conc_mutex_unlock(&a);
	conc_mutex_unlock(&a);
}

static void lock_twice(void *unused)
{
	(void)unused;
	conc_abi_unlocked = CONC_LOCK_NEVER;
	conc_order_records = true;
	conc_mutex_lock(&a);
	conc_mutex_lock(&a);
}

static void misuse_in_debug_mode(void **state)
{
	(void)state;
	expect_stop(unlock_free, NULL, "test_order.c:", "unlocks conc_mutex", "not locked", NULL);
	expect_stop(lock_twice, NULL, "test_order.c:", "holds already", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_reported), cmocka_unit_test(what_is_not),
		cmocka_unit_test(misuse_in_debug_mode),
	};

	return crew_tests(tests);
}
