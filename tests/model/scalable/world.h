// SPDX-License-Identifier: MIT
// What generated programs share: contexts, which know what was sent before, by whatever way they came to know;
// the state of actors; waits; random configurations; the round. Included by one unit, in the dialect.
//
// A program defines ACTORS (those of a round), THREADS, and: to_any, script, make_actors, end_actors.
//
// Who may wait for whom: threads and actors that come and go for all, actor n for those with higher numbers.
// So nobody waits for ever. To mailboxes that may be full, and actors that may have ended, it is only tried.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "history.h"

enum { ROOM = 4, SHARE = (HISTORY_IDS - ACTORS) / (THREADS + 1), RELAYS = 2, BURST = 40 };

struct head {
	int id, actor, room;	// room: numbers behind id that its behaviour may send with
	bool burst;	// one of several with that id, so that others may be still to come
	struct past past;
};
struct context {
	struct past past;
	int next, end, rank;
	unsigned row;
};
struct asked { struct past past; channel(struct past) *back; };

struct state {
	struct view view;
	struct past past;
	struct node { struct node *next; } *list;
	int number, position;
	uint32_t said[RELAYS];	// by ordinary behaviours
	bool replica, busy;
};

actor relay { uint32_t heard[HISTORY_ACTORS]; long passed; };
message heard { int actor; uint32_t said; bool ordinary; };
message pass { struct head h; int to, what; };
message one { struct head h; };
message big { struct head h; char rest[1500]; };
message ending { struct head h; char *text; };	// by value, destroyed
message note { struct head h; };	// by reference
message look { struct head h; future(struct past) *reply; };	// ordinary
message leave { struct head h; enum way_out { STAYS, BY_FINISHED, BY_DESTROY, BY_DELETE } how; };	// ordinary

static struct world {
	struct history history;
	uint16_t mute[HISTORY_ACTORS][HISTORY_IDS];	// atomic: of actors without a state
	struct view mute_view[HISTORY_ACTORS];
	int mute_position[HISTORY_ACTORS];
	relay *relays;
	channel(struct asked) requests;
	conc_mutex lock;
	struct past shared;	// under the lock
	bool stamps, all_leave, seeded;
	bool tries[ACTORS], limited[ACTORS], is_mute[HISTORY_ACTORS];
	uint32_t time, actors;	// atomic
	long nodes, letters;	// atomic: that there are
	unsigned seed;
} w;

static struct conc_scaling_statistics all_rounds;

static unsigned next_random(unsigned *row)
{
	*row = *row * 1664525u + 1013904223u;
	return *row >> 8;
}
static unsigned draw(struct context *c, unsigned below) { return next_random(&c->row) % below; }

// ---- sends ----

static uint32_t stamp(void) { return w.stamps ? __atomic_add_fetch(&w.time, 1, __ATOMIC_RELAXED) : 0; }

// False: there is no number left.
static bool prepare(struct context *c, struct head *h, int actor, bool scalable)
{
	struct event *e;
	int room = c->end - c->next > ROOM ? ROOM : 1;
	if (c->next >= c->end) return false;
	*h = (struct head){ c->next, actor, room - 1, false, c->past };
	c->next += room;
	e = &w.history.event[h->id];
	e->actor = actor;
	e->scalable = scalable;
	e->past = c->past;
	e->count = 1;
	e->begin = stamp();
	return true;
}
static void was_sent(struct context *c, const struct head *h, uint32_t count)
{
	struct event *e = &w.history.event[h->id];
	e->end = stamp();
	e->count = count;
	e->sent = count > 0;
	if (count) past_add(&c->past, h->id);
}
static bool tries(const struct context *c, int actor)
{
	return actor < ACTORS && (w.all_leave || w.tries[actor] || (w.limited[actor] && actor <= c->rank));
}

enum what { ORDINARY, ASKS, BURSTS, SCALABLE, WHATS = SCALABLE + 4 };
static void to_any(struct context *c, int to, unsigned what);

receive (relay *self, pass *m);
receive (relay *self, heard *m);
static void by_relay(struct context *c)
{
	pass m;
	if (!prepare(c, &m.h, -1, false)) return;
	m.to = (int)draw(c, ACTORS);
	m.what = (int)draw(c, WHATS);
	past_add(&c->past, m.h.id);
	(void)conc_try_send(&w.relays[draw(c, RELAYS)], m);
}

receive (relay *self, pass *m)
{
	struct context c = { m->h.past, m->h.id + 1, m->h.id + 1 + m->h.room, -1, (unsigned)m->h.id * 977u + w.seed };
	self->passed++;
	past_add(&c.past, m->h.id);
	to_any(&c, m->to, (unsigned)m->what);
}

// Main sends it a message that is ready-made, and has no number but this.
static struct event *finished_event(int actor) { return &w.history.event[HISTORY_IDS - ACTORS + actor]; }
static void finish_one(int actor);	// sends it finished_message, then says was_finished, unless it had ended
static void finish(int actor)
{
	finished_event(actor)->begin = stamp();
	finish_one(actor);
}
static void was_finished(int actor)
{
	struct event *e = finished_event(actor);
	e->actor = actor;
	e->end = stamp();
	e->sent = e->ends = true;
}
destroy (ending *m)
{
	free(m->text);
	__atomic_sub_fetch(&w.letters, 1, __ATOMIC_RELAXED);
}
destroy (note *m)
{
	(void)m;
	__atomic_sub_fetch(&w.letters, 1, __ATOMIC_RELAXED);
}
static char *new_text(void)
{
	__atomic_add_fetch(&w.letters, 1, __ATOMIC_RELAXED);
	return malloc(8);
}
static note *new_note(const struct head *h)
{
	note *m = new note { *h };
	__atomic_add_fetch(&w.letters, 1, __ATOMIC_RELAXED);
	conc_set_disposition(m, Delete);
	return m;
}

// ---- waits, which tell what others know ----

static void by_channel(struct context *c)
{
	channel(struct past) back = {};
	struct past answer;
	w.requests << (struct asked){ c->past, &back };
	answer << back;
	past_join(&c->past, &answer);
}
static void by_mutex(struct context *c)
{
	mutex (w.lock) {
		past_join(&c->past, &w.shared);
		if (draw(c, 3) == 0) conc_yield();
		w.shared = c->past;
	}
}
static void burn(struct context *c)
{
	volatile unsigned turns = w.seeded ? 2 : draw(c, 4000);
	while (turns) turns--;
}
static void wander(struct context *c)
{
	switch (draw(c, 10)) {
	case 0: conc_yield(); break;
	case 1: conc_sleep(5us); break;
	case 2: by_channel(c); break;
	case 3: by_mutex(c); break;
	case 4: case 5: burn(c); break;
	default: break;
	}
}
static void clerk(void)
{
	struct asked r;
	struct past known = { 0 };
	while (r << w.requests) {
		past_join(&known, &r.past);
		*r.back << known;
	}
}

// ---- behaviours ----

static struct context enter(struct state *s, const struct head *h)
{
	struct context c = { h->past, h->id + 1, h->id + 1 + h->room, s->number < ACTORS ? s->number : -1,
	                     (unsigned)h->id * 977u + w.seed };
	conc_test_assert(!s->busy);
	s->busy = true;
	if (!h->burst) past_add(&c.past, h->id);
	past_join(&c.past, &s->past);
	if (__atomic_fetch_add(&w.history.event[h->id].handled, 1, __ATOMIC_RELAXED)) c.end = c.next;
	return c;
}
static void come_out(struct state *s, const struct context *c)
{
	past_join(&s->past, &c->past);
	s->busy = false;
}
static void add_node(struct state *s)
{
	struct node *node = malloc(sizeof *node);
	node->next = s->list;
	s->list = node;
	__atomic_add_fetch(&w.nodes, 1, __ATOMIC_RELAXED);
}
static void count_scalable(struct state *s, const struct head *h)
{
	s->view.seen[h->id]++;
	s->view.sum += fold_scalable(s->view.factor, h->id);
	if (h->id % 3 == 0) add_node(s);
}
static void take_view(const struct head *h, const struct view *view, int position)
{
	struct event *e = &w.history.event[h->id];
	e->view = malloc(sizeof *view);
	*e->view = *view;
	e->position = position;
}
static void count_ordinary(struct state *s, const struct head *h, bool ends)
{
	w.history.event[h->id].ends = ends;
	take_view(h, &s->view, ++s->position);
	fold_ordinary(&s->view.sum, &s->view.factor, h->id);
}

// Whoever exports, imports or destroys may wait as well.
static void wait_meanwhile(void)
{
	static uint32_t times;	// atomic
	uint32_t now = __atomic_fetch_add(&times, 1, __ATOMIC_RELAXED);
	if ((now + w.seed) % 7 == 0) conc_sleep(1us);
	if ((now + w.seed) % 11 == 0) mutex (w.lock) conc_yield();
}
static void state_export(const struct state *s, struct state *replica)
{
	wait_meanwhile();
	conc_test_assert(!s->busy && !replica->busy && replica->view.factor == 0 && replica->view.sum == 0);
	replica->view.factor = s->view.factor;
	replica->number = s->number;
	replica->past = s->past;
	memcpy(replica->said, s->said, sizeof s->said);
	replica->replica = true;
}
static void state_import(struct state *s, struct state *replica)
{
	struct node **end = &s->list;
	wait_meanwhile();
	conc_test_assert(!s->busy && !replica->busy && replica->replica);
	conc_test_assert(s->view.factor == replica->view.factor && s->number == replica->number);
	view_move(&s->view, &replica->view);
	past_join(&s->past, &replica->past);
	while (*end) end = &(*end)->next;
	*end = replica->list;
	replica->list = NULL;
}
// Of a replica nothing may be left.
static void state_destroy(struct state *s)
{
	wait_meanwhile();
	conc_test_assert(!s->busy);
	if (s->replica) {
		conc_test_assert(!s->list && view_is_blank(&s->view));
		return;
	}
	while (s->list) {
		struct node *next = s->list->next;
		free(s->list);
		s->list = next;
		__atomic_sub_fetch(&w.nodes, 1, __ATOMIC_RELAXED);
	}
	conc_test_assert(!w.history.last[s->number]);
	w.history.last[s->number] = malloc(sizeof s->view);
	*w.history.last[s->number] = s->view;
}

// An actor without a state: what it has handled stands here, and while it handles an ordinary message nobody adds.
static void mute_look(int number, struct view *view)
{
	*view = w.mute_view[number];
	for (int id = 0; id < HISTORY_IDS; id++) {
		uint16_t now = __atomic_load_n(&w.mute[number][id], __ATOMIC_RELAXED);
		view->sum += fold_scalable(view->factor, id) * (uint64_t)(now - view->seen[id]);
		view->seen[id] = now;
	}
}
static struct context mute_enter(const struct head *h)
{
	struct state none = { .number = h->actor };
	return enter(&none, h);
}
static void mute_scalable(const struct head *h)
{
	int number = h->actor;
	 __atomic_add_fetch(&w.mute[number][h->id], 1, __ATOMIC_RELAXED);
}
static void mute_ordinary(const struct head *h, bool ends)
{
	int number = h->actor;
	struct view view;
	mute_look(number, &view);
	take_view(h, &view, ++w.mute_position[number]);
	w.history.event[h->id].ends = ends;
	fold_ordinary(&view.sum, &view.factor, h->id);
	w.mute_view[number] = view;
}
static void mute_over(int number)
{
	struct view view;
	mute_look(number, &view);
	w.history.last[number] = malloc(sizeof view);
	*w.history.last[number] = view;
}

// What an actor sends keeps its order, also to one that is never split: what its ordinary behaviours say comes before what
// scalable ones say that follow, and behind what those say that precede.
static void tell_relay(struct state *s, struct context *c, bool ordinary)
{
	unsigned to = draw(c, RELAYS);
	s->said[to] += ordinary;
	(void)conc_try_send(&w.relays[to], (heard){ s->number, s->said[to], ordinary });
}
receive (relay *self, heard *m)
{
	conc_test_assert(self->heard[m->actor] == m->said - m->ordinary);
	self->heard[m->actor] = m->said;
}
// Messages that are sent on.
receive (relay *self, one *m) { self->passed += m->h.id; }
receive (relay *self, big *m) { self->passed += m->rest[1]; }
receive (relay *self, ending *m) { self->passed += m->text != NULL; }
receive (relay *self, note *m) { self->passed += m->h.id; }

// ---- configurations ----

#define ONE_OF(row, type, ...) ((type[]){ __VA_ARGS__ })[next_random(row) % (sizeof((type[]){ __VA_ARGS__ }) / sizeof(type))]

static struct conc_scaling random_scaling(unsigned *row)
{
	return (struct conc_scaling){
		.policy = ONE_OF(row, enum conc_scaling_policy, CONC_SCALING_AGGRESSIVE, CONC_SCALING_AGGRESSIVE, CONC_SCALING_AGGRESSIVE,
				 CONC_SCALING_ADAPTIVE, CONC_SCALING_ADAPTIVE, CONC_SCALING_NEVER),
		.replicas = next_random(row) % 9,
		.flow = ONE_OF(row, conc_duration, 0, 1ns, 1us, 100us, 10ms),
		.interval = ONE_OF(row, conc_duration, 0, 0, 1ns, 1us, 20us, 200us),
		.retry = ONE_OF(row, conc_duration, 0, 1ns, 1us),
		.fan = next_random(row) % 5,
		.linger = ONE_OF(row, conc_duration, 0, 1ns, 1us, 50us, 1ms),
	};
}
static struct conc_actors_config random_config(unsigned *row)
{
	struct conc_actors_config how = {
		.workers = 1 + next_random(row) % 4, .batch = next_random(row) % 5,
		.stealing = (enum conc_stealing)(next_random(row) % 3),
		.replicas = next_random(row) % 3 ? 0 : 1 + next_random(row) % 4,
	};
	how.queues = next_random(row) % 2 ? 0 : how.workers + next_random(row) % 8;
	how.scaling = random_scaling(row);
	return how;
}
// Before its first send; another number for each actor that comes and goes, none: -1.
#define CONFIGURE(x, number, row) do { \
	struct conc_scaling conc_how = random_scaling(row); \
	struct conc_mailbox_config conc_limit = { 1 + next_random(row) % 4, CONC_MAILBOX_BLOCK }; \
	if (next_random(row) % 2) conc_scaling_actor(x, &conc_how); \
	if ((number) < ACTORS && next_random(row) % 4 == 0) { \
		w.limited[number] = true; \
		if (next_random(row) % 2) conc_limit.policy = CONC_MAILBOX_FAIL, w.tries[number] = true; \
		conc_mailbox_limit(x, &conc_limit); \
	} else if ((number) < ACTORS && next_random(row) % 4 == 0) w.tries[number] = true; \
} while (0)
static int new_actor(void)
{
	int number = (int)__atomic_fetch_add(&w.actors, 1, __ATOMIC_RELAXED);
	return number < HISTORY_ACTORS ? number : -1;
}

// ---- the round ----

static void script(int thread, struct context *c);
static void play_round(unsigned *row);	// makes the actors, lets play() run, ends them

static struct context thread_context(int thread)
{
	return (struct context){ .next = thread * SHARE, .end = (thread + 1) * SHARE, .rank = -1,
	                         .row = w.seed * 31u + (unsigned)thread };
}
static struct past run_script(int thread)
{
	struct context c = thread_context(thread);
	script(thread, &c);
	return c.past;
}
// A thread's share, with a task of its own for half of it.
static struct past run_piece(struct context c, int turns)
{
	while (turns--) to_any(&c, (int)draw(&c, ACTORS), draw(&c, WHATS));
	return c.past;
}
static void fork_piece(struct context *c)
{
	struct context other = *c;
	struct past known;
	other.next = c->end - (c->end - c->next) / 4;
	other.row ^= 0x55aa;
	c->end = other.next;
	task(struct past) t = spawn run_piece(other, 3);
	to_any(c, (int)draw(c, ACTORS), draw(c, WHATS));
	known << t;
	join(t);
	past_join(&c->past, &known);
}
static void play(void)
{
	task(void) answers = spawn clerk();
	{
		task(struct past) t[THREADS];
		for (int i = 0; i < THREADS; i++) t[i] = spawn run_script(i);
		run_script(THREADS);
	}
	if (w.all_leave) {
		for (int i = 0; i < ACTORS; i++) finish(i);
		for (int i = 0; i < RELAYS; i++) w.relays[i] | finished_message;
		conc_actors_wait();
	}
	conc_actors_stop();
	conc_close(&w.requests);
	join(answers);
}

static void sum_up(void)
{
	struct conc_actors_statistics s;
	uint64_t scalable = 0;
	conc_actors_statistics(&s);
	for (int i = 0; i < HISTORY_IDS; i++)
		if (w.history.event[i].scalable) scalable += w.history.event[i].handled;
	conc_test_assert(s.scaling.calls + s.scaling.inline_calls <= scalable);
	all_rounds.splits += s.scaling.splits;
	all_rounds.replicas += s.scaling.replicas;
	all_rounds.merges += s.scaling.merges;
	all_rounds.incremental += s.scaling.incremental;
	all_rounds.refused += s.scaling.refused;
	all_rounds.collapses += s.scaling.collapses;
	all_rounds.calls += s.scaling.calls;
	all_rounds.inline_calls += s.scaling.inline_calls;
}
static void report(const char *wrong)
{
	const char *name = getenv("WORLD_REPORT");
	FILE *file = name ? fopen(name, "w") : NULL;
	fprintf(stderr, "round %u: %s\n", w.seed, wrong);
	if (!file) return;
	fprintf(file, "round %u: %s\n", w.seed, wrong);
	for (int i = 0; i < HISTORY_IDS; i++) {
		const struct event *e = &w.history.event[i];
		if (!e->sent) continue;
		fprintf(file, "%d: actor %d, %s, %u sent, %u handled, at %d; behind", i, e->actor, e->scalable ? "scalable" : "ordinary",
			e->count, e->handled, e->position);
		for (int j = 0; j < HISTORY_IDS; j++)
			if (past_has(&e->past, j)) fprintf(file, " %d", j);
		for (int j = 0; e->view && j < HISTORY_IDS; j++)
			if (e->view->seen[j]) fprintf(file, "%s %d:%u", j ? "" : "; has seen", j, e->view->seen[j]);
		fputc('\n', file);
	}
	fclose(file);
}
static void one_round(unsigned seed)
{
	const char *wrong;
	unsigned row = seed * 2654435761u;
	struct conc_actors_config how = random_config(&row);
	memset(&w, 0, sizeof w);
	w.seed = seed;
	w.seeded = conc_test_seed() != 0;
	w.actors = ACTORS;
	w.stamps = next_random(&row) % 2;
	w.all_leave = next_random(&row) % 4 == 0;
	for (int i = 0; i < HISTORY_ACTORS; i++) w.mute_view[i].factor = 1;
	conc_actors_start(&how);
	relay relays[RELAYS] = {};
	w.relays = relays;
	play_round(&row);
	for (int i = 0; i < HISTORY_ACTORS; i++)
		if (w.is_mute[i]) mute_over(i);
	wrong = history_check(&w.history);
	if (wrong) report(wrong);
	conc_test_assert(!wrong);
	conc_test_assert(w.nodes == 0);
	conc_test_assert(w.letters == 0);
	sum_up();
	for (int i = 0; i < HISTORY_IDS; i++) free(w.history.event[i].view);
	for (int i = 0; i < HISTORY_ACTORS; i++) free(w.history.last[i]);
	conc_channel_fini(&w.requests);
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned)atol(argv[1]) : (unsigned)conc_test_seed();
	int rounds = argc > 2 ? atoi(argv[2]) : seed ? 1 : 10;
	for (int i = 0; i < rounds; i++) one_round(seed + (unsigned)i);
	if (getenv("WORLD_STATISTICS"))
		fprintf(stderr, "%llu splits, %llu replicas, %llu merges, %llu incremental, %llu refused, %llu collapses, %llu calls, "
			"%llu inline\n",
			(unsigned long long)all_rounds.splits, (unsigned long long)all_rounds.replicas, (unsigned long long)all_rounds.merges,
			(unsigned long long)all_rounds.incremental, (unsigned long long)all_rounds.refused, (unsigned long long)all_rounds.collapses,
			(unsigned long long)all_rounds.calls, (unsigned long long)all_rounds.inline_calls);
	return 0;
}
