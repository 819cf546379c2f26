// SPDX-License-Identifier: MIT
// Random work on channels, written down and checked:  workload ROUNDS OPERATIONS [SEED]
//
// In each round a few threads make OPERATIONS operations each, on up to four channels, from a seed:
// senders, receivers, both, statements, closers. Each operation is written down with two moments of
// one clock. A janitor sees to it that work goes on: when nothing has happened for a while it makes an
// operation of its own, and once a thread has finished it closes the channels. At last what is left is
// taken out, and the history of each channel is checked: exactly if it is short.
//
// Every fourth round is a queue instead: threads come to one channel, each after the one before was
// seen to wait, so that nobody may be served out of turn.
//
// Others have most of their statements with `and`, whose clauses stay in their queues while a block runs, and
// channels that close beneath them.
//
// Between two moments of a seeded run at which nothing could go on, who waits is looked at: nobody waits for what
// is there.
//
// A seeded run takes its seed as the seed of the work, so that each schedule has work of its own.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "subject.h"

enum { WORKERS = 6, JANITOR = WORKERS, MAIN, THREADS, CHANNELS = 4 };
enum { SHORT = 8 };	// operations, of which even elements of a byte can tell all values apart

struct record { struct check_op op; uint8_t channel; };

struct worker {
	uint64_t random;
	uint32_t index, operations, sent;
	uint32_t send, wait, both, try, flush, close;	// of 100, 100, 100, 100, 1000, 1000
	struct record *records;
	size_t count, room;
	uint32_t queued;
	uint32_t waits;	// bit i: for wishes[i]
	struct subject_clause wishes[SUBJECT_CLAUSES];
};

static struct worker workers[THREADS];
static uint32_t worker_count, channel_count, capacities[CHANNELS];
static bool closed[CHANNELS];
static uint32_t clock_now, finished;
static uint64_t operations, exact_checks, fast_checks;

// ---- Numbers and moments ----

static uint32_t draw(uint64_t *random, uint32_t below)
{
	*random = *random * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*random >> 33) % below;
}

// The last of n moments that are the caller's.
static uint32_t moments(uint32_t n)
{
	return __atomic_add_fetch(&clock_now, n, __ATOMIC_SEQ_CST);
}

// Different in every channel; small, for small elements.
static uint32_t next_value(struct worker *w)
{
	return ++w->sent * THREADS + w->index;
}

static struct check_op *note(struct worker *w, unsigned channel, struct check_op op)
{
	if (w->count == w->room) {
		w->room = w->room ? 2 * w->room : 32;
		w->records = realloc(w->records, w->room * sizeof(*w->records));
		if (!w->records) abort();
	}
	op.thread = (uint8_t)w->index;
	w->records[w->count] = (struct record){op, (uint8_t)channel};
	return &w->records[w->count++].op;
}

static void note_done(struct worker *w, unsigned channel, struct check_op op)
{
	op.end = moments(1);
	note(w, channel, op);
}

// ---- Operations ----

static void plain(struct worker *w, unsigned c, bool is_send)
{
	struct check_op op = {.kind = is_send ? CHECK_SEND : CHECK_RECEIVE, .waits = true};
	if (is_send) op.value = next_value(w);
	op.begin = moments(1);
	w->wishes[0] = (struct subject_clause){.channel = (uint8_t)c, .is_send = is_send};
	w->waits = 1;
	bool ok = is_send ? subject_send(c, op.value) : subject_receive(c, &op.value);
	w->waits = 0;
	op.result = ok ? CHECK_DONE : CHECK_CLOSED;
	note_done(w, c, op);
}

static bool try(struct worker *w, unsigned c, bool is_send)
{
	struct check_op op = {.kind = is_send ? CHECK_SEND : CHECK_RECEIVE, .drains = true};
	if (is_send) op.value = next_value(w);
	op.begin = moments(1);
	bool ok = is_send ? subject_try_send(c, op.value) : subject_try_receive(c, &op.value);
	op.result = ok ? CHECK_DONE : CHECK_REFUSED;
	note_done(w, c, op);
	return ok;
}

static void flush(struct worker *w, unsigned c)
{
	struct check_op op = {.kind = CHECK_FLUSH, .value = next_value(w)};
	op.begin = moments(1);
	subject_flush(c, op.value);
	note_done(w, c, op);
}

static void count(struct worker *w, unsigned c)
{
	struct check_op op = {.kind = CHECK_COUNT};
	op.begin = moments(1);
	op.value = subject_count(c);
	note_done(w, c, op);
}

static void close_one(struct worker *w, unsigned c)
{
	struct check_op op = {.kind = draw(&w->random, 3) ? CHECK_CLOSE : CHECK_SHUTDOWN};
	op.begin = moments(1);
	__atomic_store_n(&closed[c], true, __ATOMIC_RELAXED);
	if (op.kind == CHECK_CLOSE) subject_close(c);
	else subject_shutdown(c);
	note_done(w, c, op);
}

struct statement {
	struct worker *w;
	enum subject_form form;
	uint32_t begin, count, chosen;
	struct subject_clause clauses[SUBJECT_CLAUSES];
};

static void note_clause(struct statement *s, unsigned i, enum check_result result, uint32_t end)
{
	struct subject_clause *c = &s->clauses[i];
	note(s->w, c->channel, (struct check_op){
		.begin = s->begin + i, .end = end, .value = c->value,
		.kind = c->is_send ? CHECK_SEND : CHECK_RECEIVE, .result = (uint8_t)result,
		.waits = s->form != SUBJECT_ELSE,
	});
}

static void took(void *argument, unsigned i)
{
	struct statement *s = argument;
	s->w->waits &= s->form == SUBJECT_AND ? ~(1u << i) : 0;
	note_clause(s, i, s->clauses[i].ok ? CHECK_DONE : CHECK_CLOSED, moments(1));
	s->chosen = i;
}

// With an else: what stood in front of the clause that was chosen was not ready.
static void wait_for_one(struct worker *w)
{
	struct statement s = {.w = w, .form = draw(&w->random, SUBJECT_FORMS)};
	if (draw(&w->random, 100) < w->both) s.form = SUBJECT_AND;
	s.count = s.form == SUBJECT_AND ? 2 : 1 + draw(&w->random, SUBJECT_CLAUSES);
	for (unsigned i = 0; i < s.count; i++) {
		struct subject_clause *c = &s.clauses[i];
		c->channel = (uint8_t)draw(&w->random, channel_count);
		c->is_send = draw(&w->random, 100) < w->send;
		if (c->is_send) c->value = next_value(w);
	}
	s.chosen = s.count;
	s.begin = moments(s.count) - s.count + 1;
	memcpy(w->wishes, s.clauses, sizeof(s.clauses));
	w->waits = s.form == SUBJECT_ELSE ? 0 : (1u << s.count) - 1;
	subject_wait(s.form, s.clauses, s.count, took, &s);
	w->waits = 0;
	if (s.form != SUBJECT_ELSE || !s.chosen) return;
	uint32_t end = moments(s.chosen);
	for (unsigned i = 0; i < s.chosen; i++) note_clause(&s, i, CHECK_NOT_READY, end - i);
}

static void operate(struct worker *w)
{
	unsigned c = draw(&w->random, channel_count);
	bool is_send = draw(&w->random, 100) < w->send;
	if (draw(&w->random, 1000) < w->close) close_one(w, c);
	else if (draw(&w->random, 1000) < w->flush) flush(w, c);
	else if (draw(&w->random, 100) < 3) count(w, c);
	else if (draw(&w->random, 100) < w->wait) wait_for_one(w);
	else if (draw(&w->random, 100) < w->try) try(w, c, is_send);
	else plain(w, c, is_send);
}

// ---- Threads ----

static void work(struct worker *w)
{
	for (uint32_t i = 0; i < w->operations; i++) operate(w);
	__atomic_add_fetch(&finished, 1, __ATOMIC_SEQ_CST);
}

// A place in the queue.
static void queue_up(struct worker *w)
{
	plain(w, 0, w->send);
	__atomic_add_fetch(&finished, 1, __ATOMIC_SEQ_CST);
}

// Who waits to send to c, or to receive from it, as bits.
static uint32_t who_waits(unsigned c, bool is_send)
{
	uint32_t who = 0;
	for (uint32_t i = 0; i < worker_count; i++)
		for (uint32_t k = 0; k < SUBJECT_CLAUSES; k++)
			if ((workers[i].waits >> k & 1) && workers[i].wishes[k].channel == c && workers[i].wishes[k].is_send == is_send)
				who |= 1u << i;
	return who;
}

// Nothing goes on any more: does somebody wait in vain, or two for each other?
static void check_wishes(void)
{
	for (unsigned c = 0; c < channel_count; c++) {
		uint32_t senders = who_waits(c, true), receivers = who_waits(c, false), elements = subject_count(c);
		conc_test_assert(!(senders | receivers) || !closed[c]);
		conc_test_assert(!senders || elements == capacities[c]);
		conc_test_assert(!receivers || elements == 0);
		conc_test_assert(!senders || !receivers || (senders == receivers && !(senders & (senders - 1))));
	}
}

static bool may_send(const struct worker *janitor)
{
	return janitor->operations > SHORT || janitor->sent < 24;
}

static void push(struct worker *janitor)
{
	for (unsigned c = 0; c < channel_count; c++) {
		bool is_send = draw(&janitor->random, 2) && may_send(janitor);
		if (__atomic_load_n(&finished, __ATOMIC_SEQ_CST)) close_one(janitor, c);
		else if (!try(janitor, c, is_send) && may_send(janitor)) try(janitor, c, !is_send);
	}
}

// In a seeded run a second passes only when nobody else can go on; shorter naps meet time-outs.
static void clean(struct worker *janitor)
{
	uint32_t before = UINT32_MAX;
	bool is_long = false;
	while (__atomic_load_n(&finished, __ATOMIC_SEQ_CST) < worker_count) {
		uint32_t now = __atomic_load_n(&clock_now, __ATOMIC_SEQ_CST);
		if (now == before && is_long) check_wishes();
		if (now == before) push(janitor);
		before = __atomic_load_n(&clock_now, __ATOMIC_SEQ_CST);
		is_long = conc_test_seed() && draw(&janitor->random, 2);
		conc_sleep(is_long ? 1s : 50us);
	}
}

// ---- A round ----

static void plan_worker(struct worker *w, uint32_t index, uint32_t length, uint64_t *random)
{
	static const uint32_t sends[] = {0, 100, 50, 20, 80}, waits[] = {0, 20, 100, 50};
	struct record *records = w->records;
	size_t room = w->room;
	bool is_short = length <= SHORT;
	*w = (struct worker){.index = index, .operations = length, .records = records, .room = room};
	w->random = *random ^ (uint64_t)index << 40;
	draw(&w->random, 2);
	w->send = sends[draw(random, 5)];
	w->wait = waits[draw(random, 4)];
	w->try = draw(random, 60);
	w->flush = draw(random, 3) ? 0 : is_short ? 60 : 1;
	w->close = is_short && draw(random, 3) == 0 ? 50 : 0;
}

static void plan(uint32_t round, uint32_t length, uint64_t *random)
{
	static const uint32_t sizes[] = {0, 1, 2, 8, 0, 1, 3, 100};
	clock_now = finished = 0;
	memset(closed, 0, sizeof(closed));
	worker_count = 2 + draw(random, WORKERS - 1);
	channel_count = 1 + draw(random, CHANNELS);
	for (unsigned c = 0; c < CHANNELS; c++) capacities[c] = sizes[draw(random, 8)];
	for (uint32_t i = 0; i < THREADS; i++) plan_worker(&workers[i], i, length, random);
	if (round % 4 == 1)
		for (uint32_t i = 0; i < WORKERS && length <= SHORT; i++)
			workers[i].wait = 60, workers[i].both = 80, workers[i].close = workers[i].flush = 80;
	workers[0].send = 100;
	workers[1].send = draw(random, 2) ? 0 : 50;
}

static void run_together(void)
{
	task(void) tasks[WORKERS] = {};
	for (uint32_t i = 0; i < worker_count; i++) tasks[i] = spawn work(&workers[i]);
	clean(&workers[JANITOR]);
}

// The first come to channel 0, one after the other; then the others serve them.
static void run_queue(uint64_t *random)
{
	uint32_t waiting = 1 + draw(random, worker_count - 1);
	bool is_send = draw(random, 2);
	task(void) tasks[WORKERS] = {};
	for (uint32_t i = 0; is_send && i < capacities[0]; i++) try(&workers[MAIN], 0, true);
	for (uint32_t i = 0; i < worker_count; i++) {
		workers[i].send = i < waiting ? (is_send ? 100 : 0) : (is_send ? 20 : 80);
		if (workers[i].operations > SHORT) workers[i].operations = SHORT;
		if (i >= waiting) continue;
		tasks[i] = spawn queue_up(&workers[i]);
		while (subject_waiting(0, is_send) != i + 1) conc_sleep(1us);
		workers[i].queued = moments(1);
	}
	for (uint32_t i = waiting; i < worker_count; i++) tasks[i] = spawn work(&workers[i]);
	clean(&workers[JANITOR]);
	for (uint32_t i = 0; i < waiting; i++) {
		join(tasks[i]);
		workers[i].records[0].op.queued = workers[i].queued;
	}
}

static void take_the_rest(struct worker *w)
{
	for (unsigned c = 0; c < channel_count; c++) {
		if (draw(&w->random, 2)) close_one(w, c);
		while (try(w, c, false)) continue;
	}
}

// ---- Checking ----

static void gather(struct check_channel *c, unsigned channel)
{
	size_t count = 0;
	for (unsigned i = 0; i < THREADS; i++) count += workers[i].count;
	*c = (struct check_channel){.capacity = capacities[channel], .ops = malloc((count + 1) * sizeof(*c->ops))};
	if (!c->ops) abort();
	for (unsigned i = 0; i < THREADS; i++)
		for (size_t j = 0; j < workers[i].count; j++)
			if (workers[i].records[j].channel == channel) c->ops[c->count++] = workers[i].records[j].op;
}

static const char *check(const struct check_channel *c)
{
	const char *why = check_fast(c);
	operations += c->count;
	fast_checks++;
	if (why || c->count > CHECK_MOST) return why;
	why = check_exact(c);
	if (why == check_undecided) return NULL;
	exact_checks++;
	return why;
}

static bool is_right(uint64_t seed, uint32_t round, uint32_t length)
{
	for (unsigned i = 0; i < channel_count; i++) {
		struct check_channel c;
		gather(&c, i);
		const char *why = check(&c);
		if (why) {
			fprintf(stderr, "channel %u of a round with seed %llu (round %u, %u operations each): %s\n", i,
				(unsigned long long)seed, round, length, why);
			if (c.count <= 300) check_print(stderr, &c);
		}
		free(c.ops);
		if (why) return false;
	}
	return true;
}

static bool run_round(uint64_t seed, uint32_t round, uint32_t length)
{
	uint64_t random = seed * 0x9e3779b97f4a7c15u + round;
	draw(&random, 2);
	draw(&random, 2);
	plan(round, length, &random);
	if (round % 4 == 3) {
		channel_count = 1;
		if (capacities[0] > 8) capacities[0] = 4;
	}
	subject_start(capacities, channel_count);
	if (round % 4 == 3) run_queue(&random);
	else run_together();
	take_the_rest(&workers[MAIN]);
	subject_end();
	return is_right(seed, round, length);
}

int main(int count, char **arguments)
{
	uint32_t rounds = count > 1 ? (uint32_t)atoi(arguments[1]) : 1, length = count > 2 ? (uint32_t)atoi(arguments[2]) : 6;
	uint64_t seed = count > 3 ? strtoull(arguments[3], NULL, 10) : 1;
	bool is_wrong = false;
	if (conc_test_seed()) seed = conc_test_seed();
	for (unsigned i = 0; i < THREADS; i++) {	// check_wishes looks while they wait
		conc_test_racy(&workers[i].waits);
		conc_test_racy(&workers[i].wishes);
	}
	for (uint32_t i = 0; i < rounds && !is_wrong; i++) is_wrong = !run_round(seed, i, length);
	printf("%llu operations in %u rounds, %llu histories checked, %llu of them exactly\n", (unsigned long long)operations,
		rounds, (unsigned long long)fast_checks, (unsigned long long)exact_checks);
	for (unsigned i = 0; i < THREADS; i++) free(workers[i].records);
	return is_wrong;
}
