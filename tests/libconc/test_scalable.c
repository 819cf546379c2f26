/* SPDX-License-Identifier: MIT */
/* Actors that are split, below the dialect: the pool by itself, rules and limits, what is counted, what is misuse. That
 * results are the sequential program's is for tests/model/scalable. */
#include "crew.h"
#include "scalable/scalable.h"

/* ---- the pool ---- */

static void pieces_come_out_in_order(void **state)
{
	static struct conc_scalable s;
	struct conc_piece *piece;

	(void)state;
	assert_null(conc_piece_pool_take(&s));
	for (uint32_t i = 1; i <= 3; i++)
		assert_true(conc_piece_pool_push(&s, &(struct conc_piece){.count = i}));
	assert_int_equal(s.queued, 6);
	for (uint32_t i = 1; i <= 3; i++) {
		piece = conc_piece_pool_take(&s);
		assert_int_equal(piece->count, i);
		conc_piece_pool_free(&s, piece);
	}
	assert_null(conc_piece_pool_take(&s));
	assert_int_equal(s.queued, 0);
	assert_null(s.last);
	piece = s.free_pieces;
	conc_piece_pool_push(&s, &(struct conc_piece){.count = 9});
	assert_ptr_equal(conc_piece_pool_take(&s), piece); /* used again */
}

static void who_is_idle_is_listed_once(void **state)
{
	static struct conc_scalable s;
	struct conc_replica r[3] = {{0}};

	(void)state;
	for (int i = 0; i < 3; i++) conc_piece_pool_list_idle(&s, &r[i]);
	assert_int_equal(s.idlers, 3);
	conc_piece_pool_unlist_idle(&s, &r[1]);
	assert_ptr_equal(s.idle, &r[2]);
	assert_ptr_equal(r[2].next, &r[0]);
	assert_false(r[1].idle);
	conc_piece_pool_unlist_idle(&s, &r[2]);
	conc_piece_pool_unlist_idle(&s, &r[0]);
	assert_null(s.idle);
	assert_int_equal(s.idlers, 0);
}

/* ---- an actor ---- */

typedef struct number number;
struct number { long value; unsigned turns; struct conc_message conc_message; };
CONC_MESSAGE_TYPE(number);
typedef struct look look;
struct look { long expected; struct conc_message conc_message; };
CONC_MESSAGE_TYPE(look);

typedef struct sum sum;
struct sum { long total, looks; bool exported; struct conc_actor conc_actor; };
static int replicas, most; /* atomic: objects that there are, and were at one time */

void conc_export_sum(sum *self, sum *replica);
void conc_import_sum(sum *self, sum *replica);
void conc_destroy_sum(sum *self);
CONC_DESTROY_TYPE(sum);
CONC_SCALING_TYPE(sum);
CONC_ACTOR_TYPE(sum, .conc_scaling = &conc_scaling_sum, .conc_destroy = conc_end_sum);
conc_disposition conc_receive_sum__number(sum *self, number *m);
CONC_SCALABLE_RECEIVE(sum, number);
conc_disposition conc_receive_sum__look(sum *self, look *m);
CONC_RECEIVE(sum, look);

static struct hooks { /* what a test has the next behaviours do */
	bool returns, sends;
} hooks;

void conc_export_sum(sum *self, sum *replica)
{
	int now = __atomic_add_fetch(&replicas, 1, __ATOMIC_RELAXED), seen = __atomic_load_n(&most, __ATOMIC_RELAXED);

	while (seen < now && !__atomic_compare_exchange_n(&most, &seen, now, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
	}
	CHECK(replica->total == 0 && conc_is_replica(replica) && self->looks == 0);
	replica->exported = true;
}

void conc_import_sum(sum *self, sum *replica)
{
	CHECK(replica->exported && conc_is_replica(replica));
	self->total += replica->total;
	replica->total = 0;
}

void conc_destroy_sum(sum *self)
{
	if (!conc_is_replica(self)) return;
	CHECK(self->exported && self->total == 0);
	__atomic_sub_fetch(&replicas, 1, __ATOMIC_RELAXED);
}

conc_disposition conc_receive_sum__number(sum *self, number *m)
{
	CHECK(self->exported == conc_is_replica(self));
	crew_delay(m->turns);
	self->total += m->value;
	if (hooks.sends && self->exported) CONC_SEND(sum, number, self, (number){.value = 1});
	return hooks.returns && self->exported ? CONC_FINISHED : CONC_NODELETE;
}

conc_disposition conc_receive_sum__look(sum *self, look *m)
{
	CHECK(!conc_is_replica(self) && self->total == m->expected);
	return CONC_NODELETE;
}

/* ---- runs ---- */

enum { CALLS = 3000 };

static struct conc_scaling_statistics counts;
static const struct conc_scaling at_once = {.policy = CONC_SCALING_AGGRESSIVE, .replicas = 4};

static void send_numbers(sum *to, long count, unsigned turns)
{
	for (long i = 1; i <= count; i++) CONC_SEND(sum, number, to, (number){.value = i, .turns = turns});
}

static void end(sum *a)
{
	conc_abi_actors_end(&(struct conc_abi_actors){&conc_type_sum, (char *)a, 1, CONC_HERE});
}

/* That many calls of an actor with these rules; its counts. */
static void run(const struct conc_scaling *rules, unsigned turns)
{
	sum a = {.conc_actor.conc_type = &conc_type_sum};
	struct conc_actors_statistics all;

	if (rules) conc_scaling_actor(&a, rules);
	conc_actors_start(&(struct conc_actors_config){.workers = 2});
	send_numbers(&a, CALLS, turns);
	conc_actors_stop();
	CHECK(a.total == CALLS * (CALLS + 1L) / 2);
	CHECK(conc_scaling_statistics(&a, &counts));
	conc_actors_statistics(&all);
	CHECK(!memcmp(&all.scaling, &counts, sizeof counts));
	CHECK(all.sent == CALLS && all.received == CALLS && all.undelivered == 0);
	CHECK(counts.calls + counts.inline_calls == CALLS);
	CHECK(counts.merges == counts.replicas && counts.collapses == counts.splits && replicas == 0);
	end(&a);
}

static void aggressive(void **state)
{
	(void)state;
	run(&at_once, 100);
	CHECK(counts.splits > 0 && counts.calls > 0 && counts.most <= 4 && counts.replicas >= counts.splits);
	CHECK(counts.working > 0 && counts.incremental == 0 && counts.refused == 0 && counts.remote_calls == 0);
}

static void never(void **state)
{
	(void)state;
	run(&(struct conc_scaling){.policy = CONC_SCALING_NEVER}, 100);
	CHECK(counts.splits == 0 && counts.replicas == 0 && counts.inline_calls == CALLS);
}

/* By the time that the calls take: so many of them that no hiccup matters. */
static void long_calls_are(void **state)
{
	(void)state;
	run(&(struct conc_scaling){.replicas = 2}, 30000);
	CHECK(counts.splits > 0 && counts.calls > 0);
}

static void incremental(void **state)
{
	struct conc_scaling rules = at_once;

	(void)state;
	rules.interval = 1;
	for (rules.fan = 0; rules.fan < 4; rules.fan++) {
		run(&rules, 300);
		CHECK(counts.splits == 0 || counts.calls == 0 || counts.incremental + counts.refused > 0);
	}
	CHECK(counts.incremental > 0);
}

/* No time's worth may be queued: once it is known how long calls take the actor runs some itself. */
static void flow(void **state)
{
	struct conc_scaling rules = at_once;
	sum a = {0};

	(void)state;
	rules.flow = 1;
	conc_scaling_actor(&a, &rules);
	conc_actors_start(&(struct conc_actors_config){.workers = 1});
	for (int i = 0; i < 20; i++) {
		send_numbers(&a, 100, 1000);
		conc_sleep(CONC_MS(1));
	}
	conc_actors_stop();
	CHECK(conc_scaling_statistics(&a, &counts));
	CHECK(a.total == 20 * 100 * 101 / 2 && counts.inline_calls > 0 && counts.calls > 0);
	end(&a);
}

static void at_most_so_many_of_an_actor(void **state)
{
	struct conc_scaling rules = at_once;

	(void)state;
	for (rules.replicas = 1; rules.replicas <= 3; rules.replicas++) {
		most = 0;
		run(&rules, 100);
		CHECK(counts.most <= rules.replicas && counts.most > 0 && most <= (int)rules.replicas);
	}
}

enum { SUMS = 5 };

static void at_most_so_many_of_all(void **state)
{
	sum a[SUMS] = {{0}};

	(void)state;
	most = 0;
	conc_actors_start(&(struct conc_actors_config){.workers = 4, .replicas = 2, .scaling = at_once});
	for (int turn = 0; turn < 50; turn++)
		for (int i = 0; i < SUMS; i++) send_numbers(&a[i], 50, 200);
	conc_actors_stop();
	CHECK(most > 0 && most <= 2);
	for (int i = 0; i < SUMS; i++) {
		CHECK(a[i].total == 50 * 50 * 51 / 2);
		end(&a[i]);
	}
}

static void ordinary_messages_have_seen_all_before(void **state)
{
	sum a = {0};
	long expected = 0;

	(void)state;
	conc_scaling_actor(&a, &at_once);
	conc_actors_start(NULL);
	for (int i = 0; i < 300; i++) {
		send_numbers(&a, i % 40, 50);
		expected += (i % 40) * (i % 40 + 1L) / 2;
		CONC_SEND(sum, look, &a, (look){.expected = expected});
	}
	conc_actors_stop();
	CHECK(a.total == expected);
	end(&a);
}

static void the_nearest_rules(void **state)
{
	sum a = {0}, b = {0};
	struct conc_scaling never = {.policy = CONC_SCALING_NEVER};

	(void)state;
	conc_scaling_type(sum, &never);
	conc_scaling_actor(&b, &at_once);
	conc_actors_start(&(struct conc_actors_config){.scaling = at_once});
	send_numbers(&a, CALLS, 50);
	send_numbers(&b, CALLS, 50);
	conc_actors_stop();
	CHECK(conc_scaling_statistics(&a, &counts) && counts.splits == 0);
	CHECK(conc_scaling_statistics(&b, &counts) && counts.splits > 0);
	conc_scaling_type(sum, (struct conc_scaling *)NULL);
	end(&a), end(&b);
	run(NULL, 0);
}

static void who_has_not_joined_has_no_counts(void **state)
{
	sum a = {0};

	(void)state;
	CHECK(!conc_scaling_statistics(&a, &counts) && counts.inline_calls == 0);
	CHECK(!conc_is_replica(&a));
}

/* ---- misuse ---- */

static void run_aggressive(void *unused)
{
	(void)unused;
	run(&at_once, 100);
}

static void returns_a_disposition(void *unused)
{
	hooks.returns = true;
	run_aggressive(unused);
}

static void sends_to_a_replica(void *unused)
{
	hooks.sends = true;
	run_aggressive(unused);
}

static void with_rules(void *rules)
{
	sum a = {0};

	conc_scaling_actor(&a, rules);
}

static void too_late(void *unused)
{
	sum a = {0};

	(void)unused;
	conc_actors_start(NULL);
	send_numbers(&a, 1, 0);
	conc_scaling_actor(&a, &at_once);
}

static void misuse_stops(void **state)
{
	(void)state;
	expect_stop(returns_a_disposition, NULL, "actor 'sum'", "'number' returns a disposition", NULL);
	expect_stop(sends_to_a_replica, NULL, "message 'number' is sent to a replica of actor 'sum'", NULL);
	expect_stop(with_rules, &(struct conc_scaling){.policy = 7}, "7 is no policy", NULL);
	expect_stop(with_rules, &(struct conc_scaling){.replicas = 1000000}, "1000000 replicas", NULL);
	expect_stop(with_rules, &(struct conc_scaling){.linger = -1}, "negative", NULL);
	expect_stop(too_late, NULL, "after its first send", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(misuse_stops), /* first: in children of a process that has no threads yet */
		cmocka_unit_test(pieces_come_out_in_order),
		cmocka_unit_test(who_is_idle_is_listed_once),
		cmocka_unit_test(aggressive),
		cmocka_unit_test(never),
		cmocka_unit_test(long_calls_are),
		cmocka_unit_test(incremental),
		cmocka_unit_test(flow),
		cmocka_unit_test(at_most_so_many_of_an_actor),
		cmocka_unit_test(at_most_so_many_of_all),
		cmocka_unit_test(ordinary_messages_have_seen_all_before),
		cmocka_unit_test(the_nearest_rules),
		cmocka_unit_test(who_has_not_joined_has_no_counts),
	};

	return crew_tests(tests);
}
