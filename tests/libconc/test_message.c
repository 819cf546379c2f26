/* SPDX-License-Identifier: MIT */
/* Messages by reference: who disposes of them, and when; asks; delete. */
#include "actor/actor_misuse.h"
#include "crew.h"
#include "actor/message.h"

static int line_ends, text_ends; /* atomic: how often each type's destroy was called */
static const void *last_ended;

typedef struct line line;
struct line {
	long n;
	struct conc_message conc_message;
};
static void conc_destroy_line(line *self)
{
	__atomic_fetch_add(&line_ends, 1, __ATOMIC_RELAXED);
	if (self->conc_message.conc_type &&
	    !strcmp(self->conc_message.conc_type->conc_name, "text"))
		CHECK(self->n == -1); /* that was first */
	__atomic_store_n(&last_ended, self, __ATOMIC_RELAXED);
}
CONC_DESTROY_TYPE(line);
CONC_MESSAGE_TYPE(line, .conc_destroy = conc_end_line);

typedef struct text text; /* derived from line */
struct text {
	long n;
	struct conc_message conc_message;
	char *bytes;
};
static void conc_destroy_text(text *self)
{
	__atomic_fetch_add(&text_ends, 1, __ATOMIC_RELAXED);
	CHECK(self->bytes);
	free(self->bytes);
	self->bytes = NULL;
	self->n = -1;
}
CONC_DESTROY_TYPE(text);
CONC_MESSAGE_TYPE(text, .conc_base = &conc_type_line, .conc_destroy = conc_end_text);

typedef struct log log_actor;
struct log {
	int unused;
	struct conc_actor conc_actor;
};
CONC_ACTOR_TYPE(log_actor);
static conc_disposition run(struct conc_actor *actor_, void *message)
{
	(void)actor_, (void)message;
	return CONC_NODELETE;
}
static const struct conc_abi_site site_line = {
        run, &conc_type_log_actor, &conc_type_line, "a.c:7", sizeof(line), _Alignof(line), false};

static int begin_counts(void **state)
{
	(void)state;
	line_ends = text_ends = 0;
	return 0;
}

static void end(line *m)
{
	conc_message_end(&m->conc_message, &site_line);
}

static void not_counted_without_a_disposition(void **state)
{
	line m = {.n = 1}, finished = {.n = 2};

	(void)state;
	conc_set_disposition(&finished, CONC_FINISHED);
	for (int i = 0; i < 3; i++) {
		assert_false(conc_message_begin(&m.conc_message));
		assert_false(conc_message_begin(&finished.conc_message));
	}
	assert_int_equal(m.conc_message.conc_holders, 0);
	assert_int_equal(m.conc_message.conc_sent, 1);
	assert_int_equal(line_ends, 0);
}

static void disposed_of_after_the_last_delivery(void **state)
{
	line m = {.n = 1};

	(void)state;
	conc_set_disposition(&m, CONC_DESTROY);
	for (int round = 1; round <= 2; round++) {
		assert_true(conc_message_begin(&m.conc_message)); /* sent */
		assert_true(conc_message_begin(&m.conc_message)); /* and shared */
		assert_true(conc_message_begin(&m.conc_message));
		end(&m);
		end(&m);
		assert_int_equal(line_ends, round - 1);
		end(&m);
		assert_int_equal(line_ends, round);
	}
	assert_ptr_equal(last_ended, &m);
}

static void another_disposition_while_it_is_handled(void **state)
{
	line m = {.n = 1};

	(void)state;
	conc_set_disposition(&m, CONC_DESTROY);
	assert_true(conc_message_begin(&m.conc_message));
	conc_set_disposition(&m, CONC_NODELETE);
	end(&m);
	assert_int_equal(line_ends, 0);
	assert_false(conc_message_begin(&m.conc_message));
}

/* Its type is what new noted, also where it goes as its base. */
static void derived_first_then_the_base(void **state)
{
	text *t = CONC_NEW_MESSAGE(1, text, {.n = 1});

	(void)state;
	t->bytes = malloc(10);
	conc_set_disposition(t, CONC_DELETE);
	assert_true(conc_message_begin(&t->conc_message));
	end((line *)t);
	assert_int_equal(text_ends, 1);
	assert_int_equal(line_ends, 1);
}

enum { SHARERS = 8, ROUNDS = 2000 };
static text *shared;
static conc_barrier meet;

/* Each holds a delivery and ends it; the last one frees the message. */
static void share(int index, void *unused)
{
	(void)index, (void)unused;
	for (int i = 0; i < ROUNDS; i++) {
		bool last = conc_barrier_wait(&meet);
		if (last) {
			shared = CONC_NEW_MESSAGE(1, text, {.n = i});
			shared->bytes = malloc(10);
			conc_set_disposition(shared, CONC_DELETE);
			for (int n = 0; n < SHARERS; n++)
				CHECK(conc_message_begin(&shared->conc_message));
		}
		conc_barrier_wait(&meet);
		CHECK(shared->n == i);
		end((line *)shared);
	}
}

static void freed_once_whoever_ends_last(void **state)
{
	(void)state;
	conc_barrier_init(&meet, SHARERS, NULL);
	crew_run(SHARERS, crew_mixed, share, NULL);
	assert_int_equal(text_ends, ROUNDS);
	assert_int_equal(line_ends, ROUNDS);
}

/* ---- Delete of what new did not make ---- */

static void delete_of(line *m)
{
	conc_set_disposition(m, CONC_DELETE);
	conc_message_begin(&m->conc_message);
	end(m);
}

static void delete_automatic(void *unused)
{
	line m = {.n = 1};

	(void)unused;
	delete_of(&m);
}

static void delete_in_array(void *unused)
{
	(void)unused;
	delete_of(&CONC_NEW_MESSAGE_ZERO_ARRAY(line, 3)[1]);
}

static void delete_frees_only_what_new_made(void **state)
{
	(void)state;
	expect_stop(delete_automatic, NULL, "a.c:7: conc: message 'line' 0x",
	            "sent here by reference with Delete, was not made by new", NULL);
	expect_stop(delete_in_array, NULL, "a.c:7: conc: message 'line' 0x", "is in an array",
	            NULL);
}

/* ---- Not handled ---- */

typedef struct {
	struct conc_future conc_future;
	int value;
} future_int;
typedef struct get get;
struct get {
	int n;
	future_int *reply, *other;
	struct conc_message conc_message;
};
CONC_MESSAGE_TYPE(get, CONC_ASKS(offsetof(get, reply), offsetof(get, other)));
static const struct conc_abi_site site_get = {
        run, &conc_type_log_actor, &conc_type_get, "a.c:9", sizeof(get), _Alignof(get), false};

static bool is_cancelled(const future_int *f)
{
	return conc_abi_future_is(&f->conc_future, CONC_ABI_FUTURE_CANCELLED);
}

static void who_asks_is_told(void **state)
{
	future_int a = {{0}, 0}, b = {{0}, 0}, given = {{0}, 0};
	get by_value = {.reply = &a}, by_reference = {.reply = &b, .other = &given};
	get answered = {.reply = &given};
	int seven = 7;

	(void)state;
	conc_abi_future_fulfil(&given.conc_future, &given.value, &seven, sizeof(seven));
	assert_true(conc_message_undelivered(&by_value, &site_get, CONC_RECORD_VALUE));
	assert_true(conc_message_undelivered(&by_reference, &site_get, CONC_RECORD_REFERENCE));
	assert_true(is_cancelled(&a));
	assert_true(is_cancelled(&b));
	assert_false(is_cancelled(&given));
	assert_false(conc_message_undelivered(&answered, &site_get, CONC_RECORD_VALUE));
}

static void undelivered_is_disposed_of(void **state)
{
	line copy = {.n = 1}, counted = {.n = 2}, kept = {.n = 3};

	(void)state;
	assert_false(conc_message_undelivered(&copy, &site_line, CONC_RECORD_VALUE));
	assert_int_equal(line_ends, 1);
	conc_set_disposition(&counted, CONC_DESTROY);
	conc_message_begin(&counted.conc_message);
	conc_message_undelivered(&counted, &site_line, CONC_RECORD_COUNTED);
	assert_int_equal(line_ends, 2);
	conc_message_begin(&kept.conc_message);
	conc_message_undelivered(&kept, &site_line, CONC_RECORD_REFERENCE);
	assert_int_equal(line_ends, 2);
}

static void report_nine(void *unused)
{
	struct conc_abi_site sites[7];
	char where[7][8];

	(void)unused;
	conc_unreceived_report("none.c:1"); /* says nothing */
	for (int i = 0; i < 7; i++) {
		snprintf(where[i], sizeof(where[i]), "m.c:%d", i);
		sites[i] = site_line;
		sites[i].conc_where = where[i];
	}
	for (int i = 0; i < 9; i++) conc_unreceived_note(&sites[i % 7]);
	conc_unreceived_report("end.c:2");
	conc_unreceived_note(&sites[3]);
	conc_unreceived_report("end.c:3");
}

static void never_received_is_a_warning(void **state)
{
	char said[2048];

	(void)state;
	assert_int_equal(child_status(report_nine, NULL, said, sizeof(said)), 0);
	assert_string_equal(
	        said,
	        "end.c:2: conc: warning: 9 messages were never received, their actors had ended:\n"
	        "  message 'line' to actor 'log_actor', sent at m.c:0 (2 times)\n"
	        "  message 'line' to actor 'log_actor', sent at m.c:1 (2 times)\n"
	        "  message 'line' to actor 'log_actor', sent at m.c:2\n"
	        "  message 'line' to actor 'log_actor', sent at m.c:3\n"
	        "  message 'line' to actor 'log_actor', sent at m.c:4\n"
	        "  and 2 from other places\n"
	        "end.c:3: conc: warning: a message was never received, its actor had ended:\n"
	        "  message 'line' to actor 'log_actor', sent at m.c:3\n");
}

/* ---- delete ---- */

static void delete_one_and_many(void **state)
{
	line *one = CONC_NEW_MESSAGE(1, line, {.n = 1});
	line *many = CONC_NEW_MESSAGE_ARRAY(2, line, 4, {{.n = 1}, {.n = 2}});
	line *none = NULL;

	(void)state;
	conc_message_begin(&one->conc_message);
	for (int i = 0; i < 4; i++) conc_message_begin(&many[i].conc_message);
	assert_int_equal(many[1].n, 2);
	assert_ptr_equal(many[3].conc_message.conc_type, &conc_type_line);
	CONC_DELETE_MESSAGE(line, one);
	CONC_DELETE_MESSAGE(line, many);
	CONC_DELETE_MESSAGE(line, none);
	assert_int_equal(line_ends, 5);
	assert_ptr_equal(last_ended, many); /* the last one first */
}

static void delete_unsent(void *unused)
{
	(void)unused;
	conc_abi_delete_message(CONC_NEW_MESSAGE(1, line, {.n = 1}), &conc_type_line, "b.c:3");
}

static void delete_some_unsent(void *unused)
{
	line *many = CONC_NEW_MESSAGE_ZERO_ARRAY(line, 5);

	(void)unused;
	conc_message_begin(&many[1].conc_message);
	conc_message_begin(&many[2].conc_message);
	conc_abi_delete_message(many, &conc_type_line, "b.c:4");
}

static void unsent_is_a_warning(void **state)
{
	char said[1024];

	(void)state;
	assert_int_equal(child_status(delete_unsent, NULL, said, sizeof(said)), 0);
	assert_non_null(strstr(said, "b.c:3: conc: warning: message 'line' 0x"));
	assert_non_null(strstr(said, "is deleted, but was never sent by reference"));
	assert_int_equal(child_status(delete_some_unsent, NULL, said, sizeof(said)), 0);
	assert_non_null(strstr(said, "b.c:4: conc: warning: 3 messages 'line'"));
}

static void delete_queued(void *unused)
{
	line *m = CONC_NEW_MESSAGE(1, line, {.n = 1});

	(void)unused;
	conc_set_disposition(m, CONC_DESTROY);
	conc_message_begin(&m->conc_message);
	conc_abi_delete_message(m, &conc_type_line, "b.c:5");
}

static void delete_not_new(void *unused)
{
	line m = {.n = 1};

	(void)unused;
	conc_abi_delete_message(&m, &conc_type_line, "b.c:6");
}

static void delete_inside(void *unused)
{
	(void)unused;
	conc_abi_delete_message(&CONC_NEW_MESSAGE_ZERO_ARRAY(line, 3)[1], &conc_type_line, "b.c:7");
}

static void delete_that_stops(void **state)
{
	(void)state;
	expect_stop(delete_queued, NULL, "b.c:5: conc: delete of message 'line' 0x",
	            "which is still to be received", NULL);
	expect_stop(delete_not_new, NULL, "b.c:6: conc: delete of message 'line' 0x",
	            "which new did not make", NULL);
	expect_stop(delete_inside, NULL, "b.c:7: conc: delete of 0x", "which new did not make",
	            NULL);
}

static void aligned_as_the_type_is(void **state)
{
	(void)state;
	for (size_t align = 8; align <= 4096; align *= 2) {
		void *object = conc_abi_new_object(align + 8, align, CONC_HERE);
		assert_int_equal((uintptr_t)object % align, 0);
		free(object);
	}
}

/* ---- In a system ---- */

/* Sends what it gets on, by hand in the lowered form of dialect. */
typedef struct relay relay;
struct relay {
	relay *next, *also;
	long n;
	conc_disposition sets;
	struct conc_actor conc_actor;
};
CONC_ACTOR_TYPE(relay);
conc_disposition conc_receive_relay__line(relay *self, line *m);
CONC_RECEIVE(relay, line);
conc_disposition conc_receive_relay__line(relay *self, line *m)
{
	self->n += m->n;
	if (self->sets) conc_set_disposition(m, self->sets);
	if (self->n % 7 == 0) conc_sleep(CONC_US(1)); /* another thread goes on as the worker */
	if (self->next) CONC_SEND_ON(relay, line, self->next, m);
	if (self->also) CONC_SEND_ON(relay, line, self->also, m);
	return CONC_NODELETE;
}

enum { MANY = 3000 };

/* left and right go to last, first goes to left and right: each message is handled five times. */
static void run_diamond(void (*send)(relay *to, int i), conc_disposition sets)
{
	relay last = {0}, left = {.next = &last}, right = {.next = &last};
	relay first = {.next = &left, .also = &right, .sets = sets};
	CONC_ACTORS(1, relay, last);
	CONC_ACTORS(2, relay, left);
	CONC_ACTORS(3, relay, right);
	CONC_ACTORS(4, relay, first);

	line_ends = text_ends = 0;
	conc_actors_start(&(struct conc_actors_config){.workers = 3});
	for (int i = 0; i < MANY; i++) send(&first, i);
	conc_actors_stop();
	assert_int_equal(first.n, MANY);
	assert_int_equal(left.n, MANY);
	assert_int_equal(right.n, MANY);
	assert_int_equal(last.n, 2 * MANY);
}

static void send_new(relay *to, int i)
{
	text *m = CONC_NEW_MESSAGE(1, text, {.n = 1});

	(void)i;
	m->bytes = malloc(16);
	conc_set_disposition(m, CONC_DELETE);
	CONC_SEND_REFERENCE_AS(relay, line, text, to, m);
}

static void shared_by_reference(void **state)
{
	(void)state;
	run_diamond(send_new, CONC_NODELETE);
	assert_int_equal(text_ends, MANY);
	assert_int_equal(line_ends, MANY);
}

static line lines[MANY];

static void send_static(relay *to, int i)
{
	lines[i] = (line){.n = 1};
	CONC_SEND_REFERENCE(relay, line, to, &lines[i]);
}

static void made_counted_by_its_first_behaviour(void **state)
{
	(void)state;
	run_diamond(send_static, CONC_DESTROY);
	assert_int_equal(line_ends, MANY);
}

static void moved_by_value(void **state)
{
	relay last = {0}, middle = {.next = &last}, first = {.next = &middle};
	CONC_ACTORS(1, relay, last);
	CONC_ACTORS(2, relay, middle);
	CONC_ACTORS(3, relay, first);

	(void)state;
	line_ends = 0;
	conc_actors_start(NULL);
	for (int i = 0; i < MANY; i++) CONC_SEND(relay, line, &first, (line){.n = 1});
	conc_actors_stop();
	assert_int_equal(last.n, MANY);
	assert_int_equal(line_ends, MANY); /* each is destroyed where it went last */
}

static void move_twice(void *unused)
{
	relay last = {0}, first = {.next = &last, .also = &last};

	(void)unused;
	conc_actors_start(NULL);
	CONC_SEND(relay, line, &first, (line){.n = 1});
	conc_actors_stop();
}

static void moved_once(void **state)
{
	(void)state;
	expect_stop(move_twice, NULL, "test_message.c:",
	            "message 'line', which came by value and has a destroy, "
	            "is sent on again to actor 'relay': it can be sent on once",
	            NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test_setup(not_counted_without_a_disposition, begin_counts),
	        cmocka_unit_test_setup(disposed_of_after_the_last_delivery, begin_counts),
	        cmocka_unit_test_setup(another_disposition_while_it_is_handled, begin_counts),
	        cmocka_unit_test_setup(derived_first_then_the_base, begin_counts),
	        cmocka_unit_test_setup(freed_once_whoever_ends_last, begin_counts),
	        cmocka_unit_test_setup(delete_frees_only_what_new_made, begin_counts),
	        cmocka_unit_test_setup(who_asks_is_told, begin_counts),
	        cmocka_unit_test_setup(undelivered_is_disposed_of, begin_counts),
	        cmocka_unit_test(never_received_is_a_warning),
	        cmocka_unit_test_setup(delete_one_and_many, begin_counts),
	        cmocka_unit_test_setup(unsent_is_a_warning, begin_counts),
	        cmocka_unit_test_setup(delete_that_stops, begin_counts),
	        cmocka_unit_test(aligned_as_the_type_is),
	        cmocka_unit_test(shared_by_reference),
	        cmocka_unit_test(made_counted_by_its_first_behaviour),
	        cmocka_unit_test(moved_by_value),
	        cmocka_unit_test(moved_once),
	};

	return crew_tests(tests);
}
