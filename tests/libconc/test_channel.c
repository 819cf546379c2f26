/* SPDX-License-Identifier: MIT */
/* Channels, by one and by many threads of every sort; statements are played by hand. */
#include "crew.h"

#include "sync/channel.h"

struct three { char c[3]; };
struct odd { char c[37]; };
struct two { int64_t a, b; };
struct big { char c[1 << 20]; };
struct empty { };
struct wide { _Alignas(256) long v; };

CONC_CHANNEL_TYPE(int, ints);
CONC_CHANNEL_TYPE(long, longs);
CONC_CHANNEL_TYPE(char, chars);
CONC_CHANNEL_TYPE(short, shorts);
CONC_CHANNEL_TYPE(void *, pointers);
CONC_CHANNEL_TYPE(struct three, threes);
CONC_CHANNEL_TYPE(struct odd, odds);
CONC_CHANNEL_TYPE(struct two, twos);
CONC_CHANNEL_TYPE(struct big, bigs);
CONC_CHANNEL_TYPE(struct empty, empties);
CONC_CHANNEL_TYPE(struct wide, wides);

/* Waits until n threads of that side are in c. */
static void await_waiters(struct conc_channel *c, bool senders, int n)
{
	for (int found = -1; found != n; conc_sleep(CONC_US(100))) {
		struct conc_waiter *head;

		conc_biased_lock_enter(&c->conc_in, conc_processor_get(), CONC_BIASED_LOCK_IN);
		head = senders ? c->conc_wait_in : c->conc_wait_out;
		found = 0;
		for (struct conc_waiter *w = head; w; w = conc_waiters_next(head, w)) found++;
		conc_biased_lock_leave(&c->conc_in, conc_processor_get(), CONC_BIASED_LOCK_IN);
	}
}

/* ---- One thread ---- */

static void elements_come_out_as_they_went_in(void **state)
{
	(void)state;
	for (size_t capacity = 1; capacity < 9; capacity++) {
		ints c = CONC_CHANNEL(capacity);
		int in = 0, out = 0, got;

		for (int round = 0; round < 50; round++) {
			while (in - out < (int)capacity - round % 2) ints_send(&c, in++, CONC_HERE);
			assert_int_equal(conc_count(&c), in - out);
			while (in - out > round % 3) assert_int_equal(ints_receive(&c, CONC_HERE), out++);
			assert_int_equal(conc_count(&c), in - out);
		}
		while (out < in) assert_int_equal(ints_receive(&c, CONC_HERE), out++);
		assert_false(ints_try_receive(&c, &got, CONC_HERE));
		conc_channel_fini(&c);
	}
}

static void nothing_waits_in_a_try(void **state)
{
	ints c = CONC_CHANNEL(2), none = CONC_CHANNEL(0);
	int got = -1;

	(void)state;
	assert_false(ints_try_receive(&c, &got, CONC_HERE));
	assert_true(ints_try_send(&c, 1, CONC_HERE));
	assert_true(ints_try_send(&c, 2, CONC_HERE));
	assert_false(ints_try_send(&c, 3, CONC_HERE));
	assert_true(ints_try_receive(&c, &got, CONC_HERE));
	assert_int_equal(got, 1);
	assert_true(ints_try_receive(&c, &got, CONC_HERE));
	assert_false(ints_try_receive(&c, &got, CONC_HERE));
	assert_int_equal(got, 2);
	assert_false(ints_try_send(&none, 3, CONC_HERE));
	assert_false(ints_try_receive(&none, &got, CONC_HERE));
	conc_channel_fini(&c);
	conc_channel_fini(&none);
}

#define ROUND_TRIP(name, count)                                                \
	do {                                                                   \
		name c = CONC_CHANNEL(count);                                  \
		static name##_element v[count], got;                           \
		for (int i = 0; i < count; i++) {                              \
			memset(&v[i], i + 1, sizeof(got));                     \
			name##_send_from(&c, &v[i], CONC_HERE);                \
		}                                                              \
		assert_int_equal(conc_count(&c), count);                       \
		for (int i = 0; i < count; i++) {                              \
			memset(&got, 0, sizeof(got));                          \
			name##_receive_into(&c, &got, CONC_HERE);              \
			assert_int_equal(memcmp(&got, &v[i], sizeof(got)), 0); \
		}                                                              \
		name##_end(&c);                                                \
	} while (0)

static void elements_of_every_size(void **state)
{
	(void)state;
	ROUND_TRIP(ints, 3);
	ROUND_TRIP(longs, 4);
	ROUND_TRIP(chars, 5);
	ROUND_TRIP(shorts, 7);
	ROUND_TRIP(pointers, 2);
	ROUND_TRIP(threes, 5);
	ROUND_TRIP(odds, 3);
	ROUND_TRIP(twos, 6);
	ROUND_TRIP(bigs, 2);
	ROUND_TRIP(empties, 3);
	ROUND_TRIP(wides, 3);
}

static void conversions_on_receipt(void **state)
{
	ints c = CONC_CHANNEL(2);
	struct { unsigned bits : 3; } s = {0};
	double d = 0;

	(void)state;
	ints_send(&c, 5, CONC_HERE);
	ints_send(&c, 6, CONC_HERE);
	assert_true(CONC_RECEIVE_AS(1, ints, s.bits = (unsigned)conc_received_1 & 7, &c));
	assert_true(CONC_RECEIVE_AS(1, ints, d = conc_received_1, &c));
	assert_int_equal(s.bits, 5);
	assert_true(d == 6);
	conc_close(&c);
	assert_false(CONC_RECEIVE_AS(1, ints, d = conc_received_1, &c));
	assert_true(d == 6);
	conc_channel_fini(&c);
}

static void closed(void **state)
{
	ints c = CONC_CHANNEL(4);
	int got = -1;

	(void)state;
	ints_send(&c, 1, CONC_HERE);
	ints_send(&c, 2, CONC_HERE);
	conc_close(&c);
	conc_close(&c);
	assert_false(ints_send_ok(&c, 3, CONC_HERE));
	assert_false(ints_try_send(&c, 3, CONC_HERE));
	assert_true(ints_receive_ok(&c, &got, CONC_HERE));
	assert_int_equal(got, 1);
	assert_true(ints_try_receive(&c, &got, CONC_HERE));
	assert_int_equal(got, 2);
	assert_false(ints_receive_ok(&c, &got, CONC_HERE));
	assert_false(ints_try_receive(&c, &got, CONC_HERE));
	assert_int_equal(got, 2);
	conc_channel_fini(&c);
	conc_channel_init(&c, 1); /* like new */
	assert_true(ints_send_ok(&c, 9, CONC_HERE));
	conc_channel_fini(&c);
	assert_true(ints_send_ok(&c, 9, CONC_HERE)); /* also after its end */
	conc_channel_fini(&c);
}

static void shut_down(void **state)
{
	for (int before = 0; before < 2; before++) {
		ints c = CONC_CHANNEL(4);
		int got = -1;

		(void)state;
		ints_send(&c, 1, CONC_HERE);
		ints_send(&c, 2, CONC_HERE);
		if (before) conc_close(&c);
		conc_shutdown(&c);
		conc_shutdown(&c);
		assert_false(ints_send_ok(&c, 3, CONC_HERE));
		assert_false(ints_receive_ok(&c, &got, CONC_HERE));
		assert_int_equal(got, -1);
		assert_int_equal(conc_count(&c), 2);
		assert_true(ints_try_receive(&c, &got, CONC_HERE));
		assert_int_equal(got, 1);
		assert_false(ints_receive_ok(&c, &got, CONC_HERE));
		conc_close(&c);
		assert_true(ints_try_receive(&c, &got, CONC_HERE));
		assert_int_equal(got, 2);
		assert_false(ints_try_receive(&c, &got, CONC_HERE));
		conc_channel_fini(&c);
	}
}

static void flush_empties(void **state)
{
	ints c = CONC_CHANNEL(3);

	(void)state;
	ints_flush(&c, 7, CONC_HERE);
	for (int i = 0; i < 5; i++) {
		ints_send(&c, i, CONC_HERE);
		ints_send(&c, i, CONC_HERE);
		ints_flush(&c, 7, CONC_HERE);
		assert_int_equal(conc_count(&c), 0);
		ints_send(&c, i, CONC_HERE);
		assert_int_equal(ints_receive(&c, CONC_HERE), i);
	}
	conc_channel_fini(&c);
}

/* ---- Several, in a known order ---- */

struct visitor {
	ints *c;
	int value;
	bool ok;
};

static void visit_send(struct visitor *v) { v->ok = ints_send_ok(v->c, v->value, CONC_HERE); }
static void visit_receive(struct visitor *v) { v->ok = ints_receive_ok(v->c, &v->value, CONC_HERE); }
CONC_SPAWN1_VOID(spawn_send, crew_task, visit_send, struct visitor *);
CONC_SPAWN1_VOID(spawn_receive, crew_task, visit_receive, struct visitor *);

enum { VISITORS = 5 };

/* VISITORS threads wait in c, one after the other, with values 10, 11, … */
static void let_wait(ints *c, bool senders, struct visitor *v, crew_task *t)
{
	for (int i = 0; i < VISITORS; i++) {
		v[i] = (struct visitor){c, senders ? 10 + i : -1, false};
		t[i] = senders ? spawn_send(CONC_HERE, &v[i]) : spawn_receive(CONC_HERE, &v[i]);
		await_waiters(&c->conc_channel, senders, i + 1);
	}
}

static void join_all(crew_task *t)
{
	for (int i = 0; i < VISITORS; i++) crew_task_join_value(t[i], CONC_HERE);
}

static void first_come_first_served(void **state)
{
	struct visitor v[VISITORS];
	crew_task t[VISITORS];

	(void)state;
	for (size_t capacity = 0; capacity < 3; capacity++) {
		ints c = CONC_CHANNEL(capacity);
		int got;

		for (size_t i = 0; i < capacity; i++) ints_send(&c, (int)i, CONC_HERE);
		let_wait(&c, true, v, t);
		assert_int_equal(conc_count(&c), capacity);
		for (size_t i = 0; i < capacity; i++)
			assert_int_equal(ints_receive(&c, CONC_HERE), i);
		for (int i = 0; i < VISITORS; i++) {
			if (i % 2) got = ints_receive(&c, CONC_HERE);
			else assert_true(ints_try_receive(&c, &got, CONC_HERE));
			assert_int_equal(got, 10 + i);
		}
		join_all(t);
		for (int i = 0; i < VISITORS; i++) assert_true(v[i].ok);
		let_wait(&c, false, v, t);
		for (int i = 0; i < VISITORS; i++) {
			if (i % 2) ints_send(&c, i, CONC_HERE);
			else assert_true(ints_try_send(&c, i, CONC_HERE));
		}
		join_all(t);
		for (int i = 0; i < VISITORS; i++) assert_int_equal(v[i].value, i);
		conc_channel_fini(&c);
	}
}

static void closing_wakes_all(void **state)
{
	struct visitor v[VISITORS];
	crew_task t[VISITORS];

	(void)state;
	for (int how = 0; how < 12; how++) {
		size_t capacity = (size_t)(how / 4);
		bool senders = how & 1, shut = how & 2;
		ints c = CONC_CHANNEL(capacity);
		int got;

		for (size_t i = 0; senders && i < capacity; i++) ints_send(&c, (int)i, CONC_HERE);
		let_wait(&c, senders, v, t);
		if (shut) conc_shutdown(&c);
		else conc_close(&c);
		join_all(t);
		for (int i = 0; i < VISITORS; i++) {
			assert_false(v[i].ok);
			assert_int_equal(v[i].value, senders ? 10 + i : -1);
		}
		for (size_t i = 0; senders && i < capacity; i++) {
			if (shut) assert_true(ints_try_receive(&c, &got, CONC_HERE));
			else assert_true(ints_receive_ok(&c, &got, CONC_HERE));
			assert_int_equal(got, i);
		}
		assert_false(ints_receive_ok(&c, &got, CONC_HERE));
		conc_channel_fini(&c);
	}
}

static void flush_serves_who_waits(void **state)
{
	struct visitor v[VISITORS];
	crew_task t[VISITORS];

	(void)state;
	for (size_t capacity = 0; capacity < 9; capacity++) {
		ints c = CONC_CHANNEL(capacity);
		int got;

		let_wait(&c, false, v, t);
		ints_flush(&c, 42, CONC_HERE);
		join_all(t);
		for (int i = 0; i < VISITORS; i++) assert_true(v[i].ok && v[i].value == 42);
		for (size_t i = 0; i < capacity; i++) ints_send(&c, (int)i, CONC_HERE);
		let_wait(&c, true, v, t);
		ints_flush(&c, 42, CONC_HERE); /* the values of those who wait go into the buffer */
		assert_int_equal(conc_count(&c), capacity < VISITORS ? capacity : VISITORS);
		for (int i = 0; i < VISITORS; i++) {
			assert_true(ints_receive_ok(&c, &got, CONC_HERE));
			assert_int_equal(got, 10 + i);
		}
		join_all(t);
		conc_channel_fini(&c);
	}
}

/* ---- Cancelling ---- */

static void cancelled_while_waiting(void **state)
{
	struct visitor v[VISITORS];
	crew_task t[VISITORS];

	(void)state;
	for (int senders = 0; senders < 2; senders++) {
		ints c = CONC_CHANNEL(1);

		if (senders) ints_send(&c, 9, CONC_HERE);
		let_wait(&c, senders, v, t);
		conc_abi_cancel(t[1].conc_task, CONC_HERE);
		conc_abi_cancel(t[3].conc_task, CONC_HERE);
		await_waiters(&c.conc_channel, senders, VISITORS - 2);
		if (senders) assert_int_equal(ints_receive(&c, CONC_HERE), 9);
		for (int i = 0; i < VISITORS; i += 2) {
			if (senders) assert_int_equal(ints_receive(&c, CONC_HERE), 10 + i);
			else ints_send(&c, i, CONC_HERE);
		}
		join_all(t);
		for (int i = 0; i < VISITORS; i++) assert_int_equal(v[i].ok, i % 2 == 0);
		conc_channel_fini(&c);
	}
}

/* ---- Programs that stop ---- */

static void send_closed(void *unused)
{
	ints c = CONC_CHANNEL(1);

	(void)unused;
	conc_close(&c);
	ints_send(&c, 1, "here.c:12");
}

static void receive_closed(void *shut)
{
	ints c = CONC_CHANNEL(1);

	if (shut) conc_shutdown(&c);
	else conc_close(&c);
	ints_receive(&c, "here.c:13");
}

static void end_with_waiters(void *unused)
{
	ints c = CONC_CHANNEL(0);
	struct visitor v = {&c, 1, false};

	(void)unused;
	spawn_send(CONC_HERE, &v);
	await_waiters(&c.conc_channel, true, 1);
	conc_channel_fini(&c);
}

static void alone(void *unused)
{
	ints c = CONC_CHANNEL(0);

	(void)unused;
	ints_send(&c, 1, "here.c:15");
}

static void too_big(void *unused)
{
	longs c = CONC_CHANNEL((size_t)-1 / 16);

	(void)unused;
	longs_send(&c, 1, "here.c:16");
}

static void statistics(void *unused)
{
	ints c = CONC_CHANNEL(2);
	struct visitor v = {&c, 3, false};
	crew_task t;

	(void)unused;
	setenv("CONC_STATS", "1", 1);
	for (int i = 0; i < 2; i++) ints_send(&c, i, "here.c:17");
	t = spawn_send(CONC_HERE, &v);
	await_waiters(&c.conc_channel, true, 1);
	ints_receive(&c, CONC_HERE);
	crew_task_join_value(t, CONC_HERE);
	ints_flush(&c, 1, CONC_HERE);
	ints_send(&c, 1, CONC_HERE);
	conc_channel_fini(&c);
	abort();
}

static void messages(void **state)
{
	int yes = 1;

	(void)state;
	expect_stop(send_closed, NULL, "here.c:12: conc: send on a closed channel", NULL);
	expect_stop(receive_closed, NULL, "here.c:13: conc: receive", "closed and empty", NULL);
	expect_stop(receive_closed, &yes, "here.c:13: conc: receive", "shut down", NULL);
	expect_stop(end_with_waiters, NULL, "test_channel.c:", "end of a channel", "visit_send 1 (send, at",
	            "test_channel.c:", NULL);
	expect_stop(alone, NULL, "every thread is blocked", "waits for send, at here.c:15", NULL);
	expect_stop(too_big, NULL, "here.c:16: conc: no memory", "8 bytes", NULL);
}

/* Comes first: the environment is asked once. */
static void statistics_at_the_end(void **state)
{
	(void)state;
	expect_stop(statistics, NULL, "here.c:17: conc: channel of capacity 2: 4 sent (1 waited)",
	            "1 received (0 waited), 2 flushed, 1 left", NULL);
}

/* ---- Many ---- */

enum { ITEMS = 4000, MOST = 8 };

static struct {
	longs c;
	int senders, receivers;
	long next[MOST][MOST]; /* per receiver: what it expects of each sender, at least */
	long sent, received, count;
} load;

static void send_or_receive(int index, void *argument)
{
	unsigned random = (unsigned)index;
	long sum = 0, value, n = 0;

	if (index < load.senders) {
		for (long i = 0; i < ITEMS; i++) {
			value = index * 1000000L + i;
			if (i % 16 || !longs_try_send(&load.c, value, CONC_HERE))
				longs_send(&load.c, value, CONC_HERE);
			sum += value;
			if (crew_random(&random) % 256 == 0) conc_yield();
		}
		add_relaxed(&load.sent, sum);
		return;
	}
	index -= load.senders;
	while (longs_receive_ok(&load.c, &value, CONC_HERE)) {
		long from = value / 1000000;

		CHECK(load.next[index][from] <= value % 1000000);
		load.next[index][from] = value % 1000000 + 1;
		sum += value, n++;
		if (crew_random(&random) % 256 == 0) conc_yield();
	}
	add_relaxed(&load.received, sum);
	add_relaxed(&load.count, n);
	(void)argument;
}

/* The last of the crew closes the channel when all senders are done. */
static void run_load(int index, void *left)
{
	if (index < load.senders + load.receivers) {
		send_or_receive(index, NULL);
		if (index < load.senders) add_acq_rel((long *)left, -1);
		return;
	}
	while (load_acquire((long *)left) > 0) conc_sleep(CONC_US(200));
	conc_close(&load.c);
}

static void all_that_is_sent_is_received_once(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};
	size_t capacities[] = {0, 1, 3, 128};

	(void)state;
	for (int k = 0; k < 3; k++) {
		for (int n = 1; n <= 4; n += 3) {
			for (int i = 0; i < 4; i++) {
				long left = n;

				memset(&load, 0, sizeof(load));
				conc_channel_init(&load.c, capacities[i]);
				load.senders = n, load.receivers = n;
				crew_run(2 * n + 1, kinds[k], run_load, &left);
				assert_int_equal(load.count, n * ITEMS);
				assert_int_equal(load.sent, load.received);
				conc_channel_fini(&load.c);
			}
		}
	}
}

/* Channels are closed, shut and flushed while others operate: every value is received, left,
 * flushed or still its sender's. */
static void in_trouble(int index, void *argument)
{
	unsigned random = (unsigned)index;
	long value, n = 0;

	(void)argument;
	if (index == 0) {
		conc_sleep(CONC_US(crew_random(&random) % 500));
		if (crew_random(&random) % 2) conc_close(&load.c);
		else conc_shutdown(&load.c);
	} else if (index % 2) {
		while (longs_send_ok(&load.c, 1, CONC_HERE)) n++;
		add_relaxed(&load.sent, n);
	} else {
		while (longs_receive_ok(&load.c, &value, CONC_HERE)) n++;
		add_relaxed(&load.received, n);
	}
}

static void nothing_is_lost_in_trouble(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};
	long value;

	(void)state;
	for (int round = 0; round < 60; round++) {
		memset(&load, 0, sizeof(load));
		conc_channel_init(&load.c, (size_t)(round % 5));
		crew_run(2 + round % 5, kinds[round % 3], in_trouble, NULL);
		while (longs_try_receive(&load.c, &value, CONC_HERE)) load.received++;
		assert_int_equal(load.sent, load.received);
		conc_channel_fini(&load.c);
	}
}

/* ---- Statements ---- */

struct clause {
	const struct conc_selectable *kind;
	longs *channel;
	struct conc_waiter *waiter;
};

static int first_look(struct clause *c, int n)
{
	for (int i = 0; i < n; i++)
		if (c[i].kind->attempt(c[i].channel, c[i].waiter, CONC_HERE)) return i;
	return -1;
}

/* waituntil over n clauses joined by `or`; yields the one that took effect. */
static int select_one(struct clause *c, int n, struct conc_selection *selection)
{
	struct conc_waiter *winner = NULL;
	int enlisted, how = CONC_ENLIST_QUEUED, first = first_look(c, n);

	if (first >= 0) return first;
	conc_selection_open(selection);
	for (enlisted = 0; enlisted < n && how == CONC_ENLIST_QUEUED; enlisted++) {
		how = c[enlisted].kind->enlist(c[enlisted].channel, c[enlisted].waiter, true, CONC_HERE);
		if (how == CONC_ENLIST_DONE) winner = c[enlisted].waiter;
	}
	conc_thread_waits(conc_self(), "waituntil", NULL, CONC_HERE, NULL);
	if (!winner)
		winner = conc_selection_wait(selection, conc_self(), CONC_NEVER, &(bool){true});
	for (int i = 0; i < enlisted; i++)
		if (c[i].waiter != winner) c[i].kind->delist(c[i].channel, c[i].waiter);
	store_relaxed(&conc_self()->wait.operation, NULL);
	for (int i = 0; i < n; i++)
		if (c[i].waiter == winner) return i;
	return -1;
}

static longs a, b;
static long sent, received, sends, receives;

static void prepare(struct clause *c, struct conc_waiter *w, struct conc_selection *selection,
                    long *slot, bool sender, longs *channel)
{
	conc_waiter_init(w, conc_self(), selection,
	                 sender ? CONC_CHANNEL_SEND : CONC_CHANNEL_RECEIVE);
	w->slot = slot;
	conc_channel_set_size(&channel->conc_channel, sizeof(long), NULL);
	*c = (struct clause){sender ? &conc_channel_sender_selectable
	                            : &conc_channel_receiver_selectable, channel, w};
}

/* Odd threads send to A or to B, even ones receive from A or from B, some in the other order,
 * some plainly. */
static void trade(int index, void *argument)
{
	long count = *(long *)argument, out, in;

	for (long i = 0; i < count; i++) {
		bool sender = index % 2, a_first = index & 2;
		struct conc_selection selection = {CONC_SELECTION_CLOSED};
		struct conc_waiter w[2];
		struct clause c[2];

		out = index * 1000000L + i, in = -1;
		for (int k = 0; k < 2; k++)
			prepare(&c[k], &w[k], &selection, sender ? &out : &in, sender,
			        (k == 0) == a_first ? &a : &b);
		CHECK(select_one(c, 2, &selection) >= 0);
		CHECK(sender || in >= 0);
		add_relaxed(sender ? &sends : &receives, 1);
		add_relaxed(sender ? &sent : &received, sender ? out : in);
	}
}

static void statements_on_both_sides(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 9; k++) {
		long count = 1000;

		for (int n = 2; n <= 8; n += 3) {
			n += n % 2;
			sent = received = sends = receives = 0;
			conc_channel_init(&a, (size_t)(k / 3));
			conc_channel_init(&b, (size_t)(k / 3));
			crew_run(n, kinds[k % 3], trade, &count);
			assert_int_equal(sends, receives);
			assert_int_equal(sends, count * n / 2);
			assert_int_equal(sent, received);
			assert_int_equal(conc_count(&a) + conc_count(&b), 0);
			conc_channel_fini(&a);
			conc_channel_fini(&b);
		}
	}
}

/* One statement sends and receives on the same rendezvous: never with itself. */
static void swap(int index, void *argument)
{
	for (long i = 0; i < *(long *)argument; i++) {
		struct conc_selection selection = {CONC_SELECTION_CLOSED};
		struct conc_waiter w[2];
		struct clause c[2];
		long out = index * 1000000L + i, in = -1;

		for (int k = 0; k < 2; k++)
			prepare(&c[k], &w[k], &selection, k == 0 ? &out : &in, k == 0, &a);
		if (select_one(c, 2, &selection) == 0) add_relaxed(&sent, out);
		else add_relaxed(&received, in);
		CHECK(in / 1000000L != index || in == -1);
	}
}

static void never_with_itself(void **state)
{
	long count = 2000;

	(void)state;
	for (int k = 0; k < 2; k++) {
		sent = received = 0;
		conc_channel_init(&a, 0);
		crew_run(2, k ? crew_foreign_only : crew_user_only, swap, &count);
		assert_int_equal(sent, received);
		conc_channel_fini(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(statistics_at_the_end),
		cmocka_unit_test(elements_come_out_as_they_went_in),
		cmocka_unit_test(nothing_waits_in_a_try),
		cmocka_unit_test(elements_of_every_size),
		cmocka_unit_test(conversions_on_receipt),
		cmocka_unit_test(closed),
		cmocka_unit_test(shut_down),
		cmocka_unit_test(flush_empties),
		cmocka_unit_test(first_come_first_served),
		cmocka_unit_test(closing_wakes_all),
		cmocka_unit_test(flush_serves_who_waits),
		cmocka_unit_test(cancelled_while_waiting),
		cmocka_unit_test(messages),
		cmocka_unit_test(all_that_is_sent_is_received_once),
		cmocka_unit_test(nothing_is_lost_in_trouble),
		cmocka_unit_test(statements_on_both_sides),
		cmocka_unit_test(never_with_itself),
	};

	return crew_tests(tests);
}
