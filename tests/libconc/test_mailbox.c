/* SPDX-License-Identifier: MIT */
/* Bounded mailboxes: the list of envelopes, its limit and its policies. What is put in here is
 * taken out by the test, in the place of an actor that handles tokens. */
#include "actor/actor_misuse.h"
#include "crew.h"
#include "actor/mailbox.h"
#include "actor/message.h"

typedef struct item item;
struct item { long n; struct conc_message conc_message; };
static int ends; /* atomic */
static void conc_destroy_item(item *self)
{
	(void)self;
	__atomic_fetch_add(&ends, 1, __ATOMIC_RELAXED);
}
CONC_DESTROY_TYPE(item);
CONC_MESSAGE_TYPE(item, .conc_destroy = conc_end_item);

typedef struct wide wide;
struct wide { _Alignas(128) char c[200]; struct conc_message conc_message; };
CONC_MESSAGE_TYPE(wide);

typedef struct sink sink;
struct sink { int unused; struct conc_actor conc_actor; };
CONC_ACTOR_TYPE(sink);
static conc_disposition run(struct conc_actor *actor_, void *message)
{
	(void)actor_, (void)message;
	return CONC_NODELETE;
}
#define SITE(M) {run, &conc_type_sink, &conc_type_##M, "a.c:7", sizeof(M), _Alignof(M), false}
static const struct conc_abi_site site_item = SITE(item), site_wide = SITE(wide),
                                  site_finished = SITE(finished_message);
static sink actor;

static struct conc_mailbox *mailbox(size_t limit, enum conc_mailbox_policy policy)
{
	return conc_mailbox_new(&(struct conc_mailbox_config){limit, policy}, CONC_HERE);
}

static enum conc_mailbox_verdict put(struct conc_mailbox *mb, long n, bool try)
{
	return conc_mailbox_put(mb, &actor.conc_actor, &site_item, &(item){.n = n}, CONC_RECORD_VALUE, try);
}

static enum conc_mailbox_verdict put_control(struct conc_mailbox *mb)
{
	return conc_mailbox_put(mb, &actor.conc_actor, &site_finished, &(finished_message){{0}},
	                        CONC_RECORD_VALUE, true);
}

/* What a token's behaviour and its end do, around look at the message. */
static void handle(struct conc_mailbox *mb, struct conc_envelope *envelope,
                   void (*look)(const struct conc_abi_site *, void *, long *), long *result)
{
	struct conc_mailbox_token token = {.mailbox = mb};
	struct conc_delivery delivery = {.record = &envelope->record};

	look(conc_record_site(&envelope->record), conc_record_message(&envelope->record), result);
	conc_delivery_finish(&delivery, &envelope->record);
	free(envelope);
	conc_mailbox_site.conc_message->conc_destroy(&token);
}

static void look_at_item(const struct conc_abi_site *site, void *message, long *n)
{
	*n = site == &site_item ? ((item *)message)->n : 0;
}

/* Yields the item's number, 0 for a control message, -1 if there is none. */
static long take(struct conc_mailbox *mb)
{
	struct conc_envelope *envelope = conc_mailbox_next(mb);
	long n = -1;

	if (envelope) handle(mb, envelope, look_at_item, &n);
	return n;
}

static void fifo(void **state)
{
	struct conc_mailbox *mb = mailbox(0, CONC_MAILBOX_FAIL);

	(void)state;
	for (long n = 1; n <= 100; n++) assert_int_equal(put(mb, n, false), CONC_MAILBOX_TOKEN);
	for (long n = 1; n <= 100; n++) assert_int_equal(take(mb), n);
	assert_int_equal(take(mb), -1);
	assert_int_equal(mb->counts.highest, 100);
	conc_mailbox_end(mb);
	conc_mailbox_free(mb);
}

static void look_at_wide(const struct conc_abi_site *site, void *message, long *rest)
{
	(void)site;
	*rest = (long)((uintptr_t)message % 128);
	assert_string_equal(((wide *)message)->c, "text");
}

static void any_alignment(void **state)
{
	struct conc_mailbox *mb = mailbox(5, CONC_MAILBOX_FAIL);
	wide w = {.c = "text"};

	(void)state;
	for (int i = 0; i < 5; i++) {
		long rest = -1;
		conc_mailbox_put(mb, &actor.conc_actor, &site_wide, &w, CONC_RECORD_VALUE, false);
		handle(mb, conc_mailbox_next(mb), look_at_wide, &rest);
		assert_int_equal(rest, 0);
	}
	conc_mailbox_end(mb);
	conc_mailbox_free(mb);
}

static void full_is_refused(void **state)
{
	struct conc_mailbox *mb = mailbox(2, CONC_MAILBOX_FAIL);

	(void)state;
	assert_int_equal(put(mb, 1, false), CONC_MAILBOX_TOKEN);
	assert_int_equal(put(mb, 2, true), CONC_MAILBOX_TOKEN);
	assert_int_equal(put(mb, 3, false), CONC_MAILBOX_FULL);
	assert_int_equal(put(mb, 4, true), CONC_MAILBOX_FULL);
	assert_int_equal(put_control(mb), CONC_MAILBOX_TOKEN); /* exempt */
	assert_int_equal(take(mb), 1);
	assert_int_equal(put(mb, 5, false), CONC_MAILBOX_TOKEN);
	assert_int_equal(take(mb), 2);
	assert_int_equal(take(mb), 0); /* in its place */
	assert_int_equal(take(mb), 5);
	assert_int_equal(mb->counts.failed, 2);
	assert_int_equal(mb->counts.sent, 3);
	assert_int_equal(mb->counts.received, 3);
	assert_int_equal(mb->counts.queued, 0);
	conc_mailbox_end(mb);
	conc_mailbox_free(mb);
}

static void newest_is_dropped(void **state)
{
	struct conc_mailbox *mb = mailbox(2, CONC_MAILBOX_DROP_NEWEST);

	(void)state;
	ends = 0;
	put(mb, 1, false);
	put(mb, 2, false);
	assert_int_equal(put(mb, 3, false), CONC_MAILBOX_DONE);
	assert_int_equal(ends, 1); /* disposed of */
	assert_int_equal(put(mb, 4, true), CONC_MAILBOX_FULL); /* it stays the sender's */
	assert_int_equal(ends, 1);
	assert_int_equal(take(mb), 1);
	assert_int_equal(take(mb), 2);
	assert_int_equal(take(mb), -1);
	assert_int_equal(mb->counts.dropped, 1);
	conc_mailbox_end(mb);
	conc_mailbox_free(mb);
}

static void oldest_is_dropped(void **state)
{
	struct conc_mailbox *mb = mailbox(2, CONC_MAILBOX_DROP_OLDEST);
	int tokens = 0;

	(void)state;
	ends = 0;
	tokens += put_control(mb) == CONC_MAILBOX_TOKEN;
	for (long n = 1; n <= 10; n++) tokens += put(mb, n, n % 2) == CONC_MAILBOX_TOKEN;
	tokens += put_control(mb) == CONC_MAILBOX_TOKEN;
	assert_int_equal(tokens, 4); /* as many as envelopes */
	assert_int_equal(ends, 8);
	assert_int_equal(take(mb), 0);
	assert_int_equal(take(mb), 9);
	assert_int_equal(take(mb), 10);
	assert_int_equal(take(mb), 0);
	assert_int_equal(mb->counts.dropped, 8);
	assert_int_equal(mb->counts.highest, 2);
	conc_mailbox_end(mb);
	conc_mailbox_free(mb);
}

static void dropped_by_reference_is_disposed_of(void **state)
{
	struct conc_mailbox *mb = mailbox(1, CONC_MAILBOX_DROP_OLDEST);
	item *m;

	(void)state;
	ends = 0;
	for (int i = 0; i < 5; i++) { /* the address sanitizer sees what is not freed */
		m = CONC_NEW_MESSAGE(1, item, {.n = i});
		conc_set_disposition(m, CONC_DELETE);
		conc_mailbox_put(mb, &actor.conc_actor, &site_item, m, CONC_RECORD_REFERENCE, false);
	}
	assert_int_equal(ends, 4);
	assert_int_equal(take(mb), 4);
	assert_int_equal(ends, 5);
	conc_mailbox_end(mb);
	conc_mailbox_free(mb);
}

static void refused_is_untouched(void **state)
{
	struct conc_mailbox *mb = mailbox(1, CONC_MAILBOX_FAIL);
	item m = {.n = 1};

	(void)state;
	conc_set_disposition(&m, CONC_DESTROY);
	put(mb, 1, true);
	assert_int_equal(conc_mailbox_put(mb, &actor.conc_actor, &site_item, &m, CONC_RECORD_REFERENCE, true),
	                 CONC_MAILBOX_FULL);
	assert_int_equal(m.conc_message.conc_holders, 0);
	assert_int_equal(m.conc_message.conc_sent, 0);
	take(mb);
	conc_mailbox_end(mb);
	conc_mailbox_free(mb);
}

/* ---- Waiting ---- */

enum { SENDERS = 6, EACH = 500, LIMIT = 3 };
static struct conc_mailbox *crowded;
static int tokens; /* atomic: sent and not taken */

static void send_or_take(int index, void *unused)
{
	long last[SENDERS] = {0};

	(void)unused;
	if (index > 0) {
		for (long n = 1; n <= EACH; n++) {
			CHECK(put(crowded, (index - 1) * 10000 + n, false) == CONC_MAILBOX_TOKEN);
			__atomic_fetch_add(&tokens, 1, __ATOMIC_RELEASE);
		}
		return;
	}
	for (int taken = 0; taken < SENDERS * EACH; taken++) {
		long n;
		while (__atomic_load_n(&tokens, __ATOMIC_ACQUIRE) == 0) conc_yield();
		__atomic_fetch_sub(&tokens, 1, __ATOMIC_RELAXED);
		n = take(crowded);
		CHECK(n > 0 && n % 10000 == last[n / 10000] + 1); /* in the order sent */
		last[n / 10000] = n % 10000;
	}
}

static void senders_wait_for_room(void **state)
{
	(void)state;
	crowded = mailbox(LIMIT, CONC_MAILBOX_BLOCK);
	crew_run(SENDERS + 1, crew_mixed, send_or_take, NULL);
	assert_int_equal(crowded->counts.highest, LIMIT);
	assert_int_equal(crowded->counts.received, SENDERS * EACH);
	assert_true(crowded->counts.blocked > 0);
	assert_int_equal(crowded->users, 1);
	conc_mailbox_end(crowded);
	conc_mailbox_free(crowded);
}

static uint64_t blocked(struct conc_mailbox *mb)
{
	void *head = conc_guard_enter(&mb->guard);
	uint64_t count = mb->counts.blocked;

	conc_guard_leave(&mb->guard, head);
	return count;
}

static void expect_verdict(int index, void *verdict)
{
	if (index > 0) {
		CHECK(put(crowded, index, false) == *(enum conc_mailbox_verdict *)verdict);
		return;
	}
	while (blocked(crowded) < 3) conc_sleep(CONC_US(100));
	if (*(enum conc_mailbox_verdict *)verdict == CONC_MAILBOX_ENDED) conc_mailbox_end(crowded);
	else conc_mailbox_set(crowded, &(struct conc_mailbox_config){4, CONC_MAILBOX_BLOCK});
}

static void a_new_limit_lets_senders_go_on(void **state)
{
	enum conc_mailbox_verdict verdict = CONC_MAILBOX_TOKEN;

	(void)state;
	crowded = mailbox(1, CONC_MAILBOX_BLOCK);
	put(crowded, 9, false);
	crew_run(4, crew_mixed, expect_verdict, &verdict);
	for (int i = 0; i < 4; i++) assert_true(take(crowded) > 0);
	conc_mailbox_end(crowded);
	conc_mailbox_free(crowded);
}

static void the_end_lets_senders_go_on(void **state)
{
	enum conc_mailbox_verdict verdict = CONC_MAILBOX_ENDED;
	struct conc_mailbox_token token;

	(void)state;
	ends = 0;
	token.mailbox = crowded = mailbox(1, CONC_MAILBOX_BLOCK);
	put(crowded, 9, false);
	crew_run(4, crew_mixed, expect_verdict, &verdict);
	assert_int_equal(ends, 1); /* what lay there, and not what stayed with its senders */
	conc_mailbox_site.conc_message->conc_destroy(&token); /* comes up undelivered */
	conc_mailbox_free(crowded);
	conc_unreceived_forget();
}

/* ---- In a system ---- */

typedef struct slow slow;
struct slow { long last[SENDERS], received; conc_semaphore gate; struct conc_actor conc_actor; };
CONC_ACTOR_TYPE(slow);
conc_disposition conc_receive_slow__item(slow *self, item *m);
CONC_RECEIVE(slow, item);
conc_disposition conc_receive_slow__item(slow *self, item *m)
{
	long sender = m->n / 10000, n = m->n % 10000;

	CHECK(n > self->last[sender]);
	self->last[sender] = n;
	self->received++;
	if (n == 1) conc_semaphore_wait(&self->gate);
	return n == 9999 ? CONC_FINISHED : CONC_NODELETE;
}

static slow *crowd;

static void send_each(int index, void *unused)
{
	(void)unused;
	for (long n = 1; n <= EACH; n++) CONC_SEND(slow, item, crowd, (item){.n = index * 10000 + n});
}

static struct conc_mailbox_statistics statistics(slow *to)
{
	struct conc_mailbox_statistics s;

	assert_true(conc_mailbox_statistics(to, &s));
	return s;
}

/* Behaviours that wait, senders that wait, and workers that go from thread to thread. */
static void many_senders_to_one_actor(void **state)
{
	slow to = {.received = 0};
	struct conc_mailbox_statistics s;

	(void)state;
	for (int i = 0; i < SENDERS; i++) conc_semaphore_post(&to.gate);
	crowd = &to;
	assert_false(conc_mailbox_statistics(&to, &s));
	conc_mailbox_limit(&to, (&(struct conc_mailbox_config){LIMIT, CONC_MAILBOX_BLOCK}));
	conc_actors_start(&(struct conc_actors_config){.workers = 2});
	crew_run(SENDERS, crew_mixed, send_each, NULL);
	conc_actors_stop();
	s = statistics(&to);
	assert_int_equal(to.received, SENDERS * EACH);
	assert_int_equal(s.received, SENDERS * EACH);
	assert_int_equal(s.highest, LIMIT);
	assert_true(s.blocked > 0);
	conc_abi_actors_end(&(struct conc_abi_actors){&conc_type_slow, (char *)&to, 1, CONC_HERE});
}

static void send_many(slow *to, long count)
{
	for (long n = 1; n <= count; n++) CONC_SEND(slow, item, to, (item){.n = n});
}

static void the_last_ones_are_kept(void **state)
{
	struct conc_actors_statistics all;
	slow to = {.received = 0};

	(void)state;
	ends = 0;
	conc_mailbox_limit(&to, (&(struct conc_mailbox_config){10, CONC_MAILBOX_DROP_OLDEST}));
	conc_actors_start(&(struct conc_actors_config){.workers = 1});
	CONC_SEND(slow, item, &to, (item){.n = 10001});
	while (statistics(&to).received == 0) conc_sleep(CONC_US(100));
	send_many(&to, 1000); /* while it waits at the gate */
	assert_int_equal(statistics(&to).dropped, 990);
	conc_semaphore_post(&to.gate);
	conc_actors_stop();
	conc_actors_statistics(&all);
	assert_int_equal(all.sent, 1001);
	assert_int_equal(all.received, 11);
	assert_int_equal(all.undelivered, 990);
	assert_int_equal(to.received, 11);
	assert_int_equal(to.last[0], 1000);
	assert_int_equal(ends, 1001);
	conc_abi_actors_end(&(struct conc_abi_actors){&conc_type_slow, (char *)&to, 1, CONC_HERE});
}

static void what_lies_there_at_the_end(void *unused)
{
	slow to = {.received = 0};

	(void)unused;
	conc_mailbox_limit(&to, (&(struct conc_mailbox_config){10, CONC_MAILBOX_FAIL}));
	conc_actors_start(NULL);
	CONC_SEND(slow, item, &to, (item){.n = 1});
	while (statistics(&to).received == 0) conc_sleep(CONC_US(100));
	CONC_SEND(slow, item, &to, (item){.n = 9999});
	for (int i = 0; i < 3; i++) CONC_SEND(slow, item, &to, (item){.n = 10000 + i});
	conc_semaphore_post(&to.gate);
	conc_actors_stop();
	CHECK(to.received == 2);
	CHECK(ends == 5);
}

static void is_not_received(void **state)
{
	char said[1024];

	(void)state;
	ends = 0;
	assert_int_equal(child_status(what_lies_there_at_the_end, NULL, said, sizeof(said)), 0);
	assert_non_null(strstr(said, "conc: warning: 3 messages were never received, their actors had ended:\n"
	                             "  message 'item' to actor 'slow', sent at "));
	assert_non_null(strstr(said, " (3 times)\n"));
}

static void fill_and_fail(void *unused)
{
	slow to = {.received = 0};

	(void)unused;
	conc_mailbox_limit(&to, (&(struct conc_mailbox_config){1, CONC_MAILBOX_FAIL}));
	conc_actors_start(NULL);
	CONC_SEND(slow, item, &to, (item){.n = 1});
	while (statistics(&to).received == 0) conc_sleep(CONC_US(100));
	send_many(&to, 2);
	conc_actors_stop();
}

typedef struct twice twice; /* sends itself two messages */
struct twice { int unused; struct conc_actor conc_actor; };
CONC_ACTOR_TYPE(twice);
conc_disposition conc_receive_twice__item(twice *self, item *m);
CONC_RECEIVE(twice, item);
conc_disposition conc_receive_twice__item(twice *self, item *m)
{
	for (int i = 0; i < 2; i++) CONC_SEND(twice, item, self, (item){.n = m->n + 1});
	return CONC_NODELETE;
}

static void fill_own(void *unused)
{
	twice t = {0};

	(void)unused;
	conc_mailbox_limit(&t, (&(struct conc_mailbox_config){1, CONC_MAILBOX_BLOCK}));
	conc_actors_start(NULL);
	CONC_SEND(twice, item, &t, (item){.n = 1});
	conc_actors_stop();
}

static void no_such_policy(void *unused)
{
	twice t = {0};

	(void)unused;
	conc_mailbox_limit(&t, (&(struct conc_mailbox_config){1, (enum conc_mailbox_policy)7}));
}

static void full_that_stops(void **state)
{
	(void)state;
	expect_stop(fill_and_fail, NULL, "test_mailbox.c:", "conc: message 'item' is sent to actor 'slow' 0x",
	            "whose mailbox is full: conc_try_send asks", NULL);
	expect_stop(fill_own, NULL, "test_mailbox.c:", "conc: message 'item' is sent by actor 'twice' 0x",
	            "to its own full mailbox: it would wait for ever", NULL);
	expect_stop(no_such_policy, NULL, "7 is no policy of a mailbox", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fifo),
		cmocka_unit_test(any_alignment),
		cmocka_unit_test(full_is_refused),
		cmocka_unit_test(newest_is_dropped),
		cmocka_unit_test(oldest_is_dropped),
		cmocka_unit_test(dropped_by_reference_is_disposed_of),
		cmocka_unit_test(refused_is_untouched),
		cmocka_unit_test(senders_wait_for_room),
		cmocka_unit_test(a_new_limit_lets_senders_go_on),
		cmocka_unit_test(the_end_lets_senders_go_on),
		cmocka_unit_test(many_senders_to_one_actor),
		cmocka_unit_test(the_last_ones_are_kept),
		cmocka_unit_test(is_not_received),
		cmocka_unit_test(full_that_stops),
	};

	return crew_tests(tests);
}
