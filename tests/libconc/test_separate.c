/* SPDX-License-Identifier: MIT */
/* separate: the token's way along the line, requests that jump, conditions, passive handlers, the end
 * of objects and handlers. What lowered code would say is written by hand. */
#include "crew.h"
#include "separate/separate.h"

typedef struct cell cell;
struct cell { long n; int inside; int last_client; long last_value; long history[64]; };

static void add(cell *self, long by) { self->n += by; }
static void note(cell *self, int client, long value)
{
	CHECK(!self->inside);
	self->inside = 1;
	if (self->last_client == client) CHECK(value == self->last_value + 1 || value == 0);
	else CHECK(value == 0); /* a block of one client is not interrupted */
	self->last_client = client;
	self->last_value = value;
	self->inside = 0;
}
struct wide { char c[6000]; };
static void wide(cell *self, struct wide w, long by) { self->n += w.c[5999] + by; }
static long value(const cell *self) { return self->n; }

CONC_CALL_TYPE(add, cell *, long);
CONC_CALL_TYPE(note, cell *, int, long);
CONC_CALL_TYPE(wide, cell *, struct wide, long);

static cell *new_cell(void) { return CONC_NEW_SEPARATE(1, cell, {0}); }

static long read_cell(cell *c)
{
	CONC_RESERVE(1, c);
	return value(CONC_SYNC(conc_reserved_1, c));
}

static struct conc_handler *handler(cell *c) { return conc_handler_of(c, CONC_HERE); }

static void an_empty_line_gives_the_token_at_once(void **state)
{
	cell *c = new_cell();
	(void)state;
	{
		CONC_RESERVE(1, c);
		assert_true(conc_abi_is_synced(conc_reserved_1));
		conc_call_add(conc_reserved_1, c, 3);
		assert_int_equal(value(CONC_SYNC(conc_reserved_1, c)), 3);
		assert_true(conc_abi_is_synced(conc_reserved_1));
	}
	assert_int_equal(handler(c)->last, 0);
	CONC_DELETE_SEPARATE(c);
}

/* More than a queue, a chunk, and what a chunk holds at once; in order. */
static void requests_jump_from_stretch_to_stretch(void **state)
{
	cell *c = new_cell();
	struct wide w = {{0}};
	(void)state;
	w.c[5999] = 1;
	for (int round = 0; round < 3; round++) {
		CONC_RESERVE(1, c);
		for (int i = 0; i < 1000; i++) conc_call_note(conc_reserved_1, c, 7, i);
		for (int i = 0; i < 10; i++) conc_call_wide(conc_reserved_1, c, w, 1);
		for (int i = 0; i < 300; i++) {
			conc_call_add(conc_reserved_1, c, 1);
			if (i % 50 == 0) value(CONC_SYNC(conc_reserved_1, c));
		}
	}
	assert_int_equal(read_cell(c), 3 * (20 + 300));
	CONC_DELETE_SEPARATE(c);
}

/* ---- many clients ---- */

enum { CLIENTS = 9, BLOCKS = 300, CELLS = 4 };

static void client_of_one(int index, void *argument)
{
	cell *c = argument;
	unsigned random = (unsigned)index;
	for (int block = 0; block < BLOCKS; block++) {
		long calls = 1 + crew_random(&random) % 8;
		CONC_RESERVE(1, c);
		for (long i = 0; i < calls; i++) {
			conc_call_note(conc_reserved_1, c, index + 1, i);
			if (crew_random(&random) % 4 == 0) CHECK(CONC_SYNC(conc_reserved_1, c)->last_value == i);
		}
		conc_call_add(conc_reserved_1, c, calls);
	}
}

static void blocks_are_not_interrupted(void **state)
{
	cell *c = new_cell();
	(void)state;
	crew_run(CLIENTS, crew_mixed, client_of_one, c);
	assert_true(read_cell(c) >= CLIENTS * BLOCKS);
	assert_int_equal(handler(c)->last, 0);
	CONC_DELETE_SEPARATE(c);
}

/* Blocks of one call beside blocks of several, on one's own handler, on a held one and on a passive one. */
static void client_of_one_call(int index, void *argument)
{
	cell *c = argument;
	for (int block = 0; block < BLOCKS; block++) {
		if (block % 10 == 9) {
			CONC_RESERVE(1, c);
			conc_call_note(conc_reserved_1, c, index + 1, 0);
			conc_single_call_add(CONC_HERE, c, 1);
			conc_call_note(conc_reserved_1, c, index + 1, 1);
		} else if (block % 2) conc_single_call_note(CONC_HERE, c, index + 1, 0);
		else conc_single_call_add(CONC_HERE, c, 1);
	}
}

static void a_block_of_one_call(void **state)
{
	cell *c = new_cell();
	(void)state;
	for (int passive = 0; passive < 2; passive++) {
		crew_run(CLIENTS, crew_mixed, client_of_one_call, c);
		conc_set_passive(c);
	}
	assert_int_equal(read_cell(c), 2 * CLIENTS * (BLOCKS / 2 + BLOCKS / 10));
	CONC_DELETE_SEPARATE(c);
}

/* Two of the cells get the same number in each block. */
static void client_of_two(int index, void *argument)
{
	cell **cells = argument;
	unsigned random = (unsigned)index + 100;
	for (int block = 0; block < BLOCKS; block++) {
		cell *a = cells[crew_random(&random) % CELLS], *b = cells[crew_random(&random) % CELLS];
		cell *c = cells[crew_random(&random) % CELLS];
		CONC_RESERVE(1, a, b, c);
		long before = value(CONC_SYNC(conc_reserved_1, a));
		conc_call_add(conc_reserved_1 + 1, b, 5);
		conc_call_add(conc_reserved_1 + 2, c, -5);
		if (a != b && a != c) CHECK(value(CONC_SYNC(conc_reserved_1, a)) == before);
	}
}

static void several_are_reserved_in_one_step(void **state)
{
	cell *cells[CELLS];
	long sum = 0;
	(void)state;
	for (int i = 0; i < CELLS; i++) cells[i] = new_cell();
	conc_set_passive(cells[1]);
	crew_run(CLIENTS, crew_mixed, client_of_two, cells);
	for (int i = 0; i < CELLS; i++) sum += read_cell(cells[i]);
	assert_int_equal(sum, 0);
	for (int i = 0; i < CELLS; i++) CONC_DELETE_SEPARATE(cells[i]);
}

/* The first half adds, the others wait for the sum of two and take. */
static void adder_or_taker(int index, void *argument)
{
	cell **cells = argument;
	for (int i = 0; i < BLOCKS; i++) {
		cell *a = cells[0], *b = cells[1];
		if (index % 2 == 0) {
			cell *c = cells[i % 2];
			CONC_RESERVE(1, c);
			conc_call_add(conc_reserved_1, c, 1);
		} else {
			CONC_RESERVE(2, a, b);
			CONC_REQUIRE(2, value(a) + value(b) > 0);
			CHECK(conc_abi_is_synced(conc_reserved_2) && conc_abi_is_synced(conc_reserved_2 + 1));
			if (value(a) > 0) conc_call_add(conc_reserved_2, a, -1);
			else conc_call_add(conc_reserved_2 + 1, b, -1);
		}
	}
}

static void a_condition_on_two_handlers_comes_true(void **state)
{
	cell *cells[2] = {new_cell(), new_cell()};
	(void)state;
	crew_run(8, crew_mixed, adder_or_taker, cells);
	assert_int_equal(read_cell(cells[0]) + read_cell(cells[1]), 0);
	assert_null(handler(cells[0])->requires);
	assert_null(handler(cells[1])->requires);
	conc_set_passive(cells[0]);
	crew_run(8, crew_mixed, adder_or_taker, cells);
	assert_int_equal(read_cell(cells[0]) + read_cell(cells[1]), 0);
	CONC_DELETE_SEPARATE(cells[0]);
	CONC_DELETE_SEPARATE(cells[1]);
}

/* Who came first takes first: each waits for its own turn to be let in. */
struct order { cell *gate; int next[6], count; };

static void waiter(int index, void *argument)
{
	struct order *order = argument;
	cell *gate = order->gate;
	conc_sleep(CONC_MS(20) * (index + 1));
	if (index == 5) {
		for (int i = 0; i < 5; i++) {
			CONC_RESERVE(1, gate);
			conc_call_add(conc_reserved_1, gate, 1);
		}
		return;
	}
	CONC_RESERVE(2, gate);
	CONC_REQUIRE(2, value(gate) > 0);
	order->next[order->count++] = index;
	add(gate, -1);
}

static void waiters_are_tried_in_their_order(void **state)
{
	struct order order = {new_cell(), {0}, 0};
	(void)state;
	crew_run(6, crew_user_only, waiter, &order);
	assert_int_equal(order.count, 5);
	for (int i = 0; i < 5; i++) assert_int_equal(order.next[i], i);
	CONC_DELETE_SEPARATE(order.gate);
}

/* ---- re-entry ---- */

static long twice(cell *self)
{
	CONC_RESERVE(9, self); /* a query's code: no request may run beside it */
	conc_call_add(conc_reserved_9, self, 1);
	CHECK(value(self) % 2 == 1);
	conc_call_add(conc_reserved_9, self, 1);
	return value(self);
}

static void a_query_that_reserves_its_own_handler_runs_its_calls(void **state)
{
	cell *c = new_cell(), *d = CONC_NEW_SEPARATE_WITH(2, c, cell, {0});
	(void)state;
	{
		CONC_RESERVE(1, c);
		assert_int_equal(twice(CONC_SYNC(conc_reserved_1, c)), 2);
		CONC_RESERVE_IN(2, 1, d);
		conc_call_add(conc_reserved_2, c, 1);
		assert_false(conc_reserved_2->conc_direct);
		assert_int_equal(value(CONC_SYNC(conc_reserved_1, c)), 3);
	}
	CONC_DELETE_SEPARATE(d);
	CONC_DELETE_SEPARATE(c);
}

/* ---- ends ---- */

static int ended;
static void end_cell(void *object) { ended += (int)((cell *)object)->n; }

static void delete_comes_after_what_was_logged(void **state)
{
	cell *c = new_cell(), *d = CONC_NEW_SEPARATE_WITH(2, c, cell, {.n = 1000});
	(void)state;
	ended = 0;
	{
		CONC_RESERVE(1, c);
		for (int i = 0; i < 50; i++) conc_call_add(conc_reserved_1, c, 1);
	}
	CONC_DELETE_SEPARATE_ENDING(end_cell, c);
	assert_int_equal(read_cell(d), 1000); /* behind the delete, on the same handler */
	assert_int_equal(ended, 50);
	{
		CONC_RESERVE(1, d);
		CONC_DELETE_SEPARATE_ENDING(end_cell, d);
		assert_int_equal(ended, 1050);
	}
}

static void relay(cell *self, cell *to, long depth);
CONC_CALL_TYPE(relay, cell *, cell *, long);
static void relay(cell *self, cell *to, long depth)
{
	self->n++;
	if (depth % 7 == 0) conc_yield();
	if (!depth) return;
	CONC_RESERVE(1, to);
	conc_call_relay(conc_reserved_1, to, self, depth - 1);
}

static void settling_waits_for_what_calls_ask(void **state)
{
	cell *a = new_cell(), *b = new_cell();
	(void)state;
	{
		CONC_RESERVE(1, a);
		conc_call_relay(conc_reserved_1, a, b, 999);
	}
	conc_handlers_drain(CONC_HERE);
	assert_int_equal(__atomic_load_n(&a->n, __ATOMIC_ACQUIRE) + b->n, 1000);
	CONC_DELETE_SEPARATE(a);
	CONC_DELETE_SEPARATE(b);
}

static void handlers_come_and_go(int index, void *argument)
{
	(void)argument;
	for (int i = 0; i < BLOCKS; i++) {
		cell *c = new_cell();
		if (i % 3 == index % 3) conc_set_passive(c);
		CONC_RESERVE(1, c);
		conc_call_add(conc_reserved_1, c, 1);
		if (i % 2) CONC_DELETE_SEPARATE(c);
		else {
			CHECK(value(CONC_SYNC(conc_reserved_1, c)) == 1);
			CONC_DELETE_SEPARATE(c);
		}
	}
}

static void many_handlers(void **state)
{
	(void)state;
	crew_run(CLIENTS, crew_mixed, handlers_come_and_go, NULL);
	conc_handlers_drain(CONC_HERE);
}

/* ---- misuse ---- */

static void reserve_null(void *argument) { cell *c = NULL; (void)argument; CONC_RESERVE(1, c); }
static void reserve_plain(void *argument)
{
	struct { long room[8]; cell c; } plain = {{0}, {0}};
	cell *c = &plain.c;
	(void)argument;
	CONC_RESERVE(1, c);
}
static void reserve_deleted(void *argument)
{
	cell *c = new_cell();
	(void)argument;
	{ CONC_RESERVE(1, c); CONC_DELETE_SEPARATE(c); }
#ifndef __SANITIZE_ADDRESS__
	CONC_RESERVE(1, c);
#else
	fputs("was deleted\n", stderr);
	abort();
#endif
}
static void require_in_a_block(void *argument)
{
	cell *c = new_cell();
	(void)argument;
	CONC_RESERVE(1, c);
	CONC_RESERVE_IN(2, 1, c);
	CONC_REQUIRE(2, value(c) > 0);
}
static void passive_while_reserved(void *argument)
{
	cell *c = new_cell();
	(void)argument;
	CONC_RESERVE(1, c);
	conc_set_passive(c);
}
static void dawdle(cell *self) { (void)self; conc_sleep(CONC_S(100)); }
CONC_CALL_TYPE(dawdle, cell *);
static void not_synced(void *argument)
{
	cell *c = new_cell();
	(void)argument;
	CONC_RESERVE(1, c);
	conc_call_dawdle(conc_reserved_1, c);
	(void)CONC_SYNCED(conc_reserved_1, c);
}

static void misuse_stops(void **state)
{
	(void)state;
	expect_stop(reserve_null, NULL, "test_separate.c:", "a null pointer where a separate object is wanted", NULL);
	expect_stop(reserve_plain, NULL, "test_separate.c:", "is no separate object: new separate did not make it", NULL);
	expect_stop(reserve_deleted, NULL, "was deleted", NULL);
	expect_stop(require_in_a_block, NULL, "test_separate.c:", "is false and can never come true", "reserved by this thread already", NULL);
	expect_stop(passive_while_reserved, NULL, "a handler cannot be set passive while it is reserved", NULL);
	expect_stop(not_synced, NULL, "test_separate.c:", "was removed, but is not in force", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(an_empty_line_gives_the_token_at_once),
	        cmocka_unit_test(requests_jump_from_stretch_to_stretch),
	        cmocka_unit_test(blocks_are_not_interrupted),
	        cmocka_unit_test(a_block_of_one_call),
	        cmocka_unit_test(several_are_reserved_in_one_step),
	        cmocka_unit_test(a_condition_on_two_handlers_comes_true),
	        cmocka_unit_test(waiters_are_tried_in_their_order),
	        cmocka_unit_test(a_query_that_reserves_its_own_handler_runs_its_calls),
	        cmocka_unit_test(delete_comes_after_what_was_logged),
	        cmocka_unit_test(settling_waits_for_what_calls_ask),
	        cmocka_unit_test(many_handlers),
	        cmocka_unit_test(misuse_stops),
	};
	return crew_tests(tests);
}
