// SPDX-License-Identifier: MIT
// Messages are neither lost, doubled nor overtaken: random parcels between actors, and from threads and main, by value and
// by reference, sent on and new, while behaviours block in every way. Each parcel carries its last sender and a number that
// counts up for each pair of sender and receiver; a receiver knows which number comes next, and at the end all books agree.
// All actors are in the system, or some in executors beside it. One sender is a kernel thread of the program's own (not
// under seeds, which do not order those).
//     topology [SEED [ROUNDS]]: under seeded schedules the schedule's seed is SEED
#include <conc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 12, OUTSIDERS = 3, SENDERS = MOST + OUTSIDERS + 2, BESIDE = 2 };

actor node;
actor echo { long asked; };
actor once { long *ended; };

message parcel { int from, hops; long number; };
message ask { int value; future(int) *reply; };
message only {};

struct request { int value; channel(int) *back; };

struct world {
	node *nodes;
	int count;
	long sent[SENDERS][MOST], seen[MOST][SENDERS];
	echo *server;
	channel(struct request) requests;
	conc_mutex lock;
	long locked, onces, onces_ended;
	long open;	// parcels on their way, and who may still send new ones
	future(int) over;
	int executors;
	conc_executor *beside[BESIDE];
};

actor node { struct world *world; int id; unsigned row; bool busy; };

receive (node *self, parcel *m);

static unsigned next_random(unsigned *row)
{
	*row = *row * 1664525u + 1013904223u;
	return *row >> 8;
}

receive (echo *self, ask *m)
{
	self->asked++;
	*m->reply << m->value;
}

destroy (once *self) { __atomic_add_fetch(self->ended, 1, __ATOMIC_RELAXED); }

receive (once *self, only *m)
{
	(void)self, (void)m;
	return Delete;
}

static void open_one(struct world *w) { __atomic_add_fetch(&w->open, 1, __ATOMIC_RELAXED); }

static void close_one(struct world *w)
{
	if (__atomic_sub_fetch(&w->open, 1, __ATOMIC_ACQ_REL) == 0) w->over << 1;
}

// Stamps a parcel for one more hop.
static node *address(struct world *w, int from, parcel *m, unsigned *row)
{
	int to = (int)(next_random(row) % (unsigned)w->count);
	open_one(w);
	m->from = from;
	m->number = ++w->sent[from][to];
	return &w->nodes[to];
}

static void send_new(struct world *w, int from, int hops, unsigned *row)
{
	if (next_random(row) % 2) {
		parcel *m = new parcel { .hops = hops };
		conc_set_disposition(m, Delete);
		node *to = address(w, from, m, row);
		to | m;
	} else {
		parcel m = { .hops = hops };
		node *to = address(w, from, &m, row);
		to | m;
	}
}

static void by_channel(struct world *w, int value)
{
	channel(int) back = {};
	int answer;
	w->requests << (struct request){ value, &back };
	answer << back;
	conc_test_assert(answer == value + 1);
}

static void by_future(struct world *w, int value)
{
	future(int) reply = {};
	int answer;
	w->server | (ask){ value, &reply };
	answer << reply;
	conc_test_assert(answer == value);
}

static void use_time(struct world *w, unsigned how)
{
	switch (how % 12) {
	case 0: conc_sleep(20us); break;
	case 1: by_channel(w, (int)how); break;
	case 2: by_future(w, (int)how); break;
	case 3:
		mutex (w->lock) {
			w->locked++;
			if (how & 0x1000) conc_yield();
		}
		break;
	case 4: conc_yield(); break;
	case 5:
		__atomic_add_fetch(&w->onces, 1, __ATOMIC_RELAXED);
		new once { &w->onces_ended } | (only){};
		break;
	default: break;
	}
}

receive (node *self, parcel *m)
{
	struct world *w = self->world;
	conc_test_assert(!self->busy);
	self->busy = true;
	conc_test_assert(m->number == ++w->seen[self->id][m->from]);
	use_time(w, next_random(&self->row));
	if (m->hops-- > 0) {
		if (next_random(&self->row) % 4 == 0) send_new(w, self->id, 0, &self->row);
		node *to = address(w, self->id, m, &self->row);
		to | m;
	}
	self->busy = false;
	close_one(w);
}

static void send_parcels(struct world *w, int from, int parcels, int hops, unsigned row)
{
	while (parcels--) send_new(w, from, (int)(next_random(&row) % (unsigned)(hops + 1)), &row);
	close_one(w);
}

static void answer_requests(struct world *w)
{
	struct request r;
	while (r << w->requests) *r.back << r.value + 1;
}

static void check(const struct world *w)
{
	struct conc_actors_statistics s;
	uint64_t parcels = 0;
	for (int to = 0; to < w->count; to++) {
		for (int from = 0; from < SENDERS; from++) {
			conc_test_assert(w->sent[from][to] == w->seen[to][from]);
			parcels += (uint64_t)w->sent[from][to];
		}
	}
	conc_test_assert(w->onces == w->onces_ended && w->open == 0);
	if (w->executors) return;	// what they have counted has gone with them
	conc_actors_statistics(&s);
	conc_test_assert(s.sent == s.received && s.undelivered == 0 && s.ended == (uint64_t)w->onces);
	conc_test_assert(s.received == parcels + (uint64_t)w->server->asked + (uint64_t)w->onces);
}

static struct conc_actors_config random_config(unsigned *row)
{
	struct conc_actors_config how = {
		.workers = 1 + next_random(row) % 4, .batch = next_random(row) % 5,
		.stealing = (enum conc_stealing)(next_random(row) % 3),
	};
	how.queues = next_random(row) % 2 ? 0 : how.workers + next_random(row) % 8;
	return how;
}

static void start(struct world *w, unsigned *row)
{
	struct conc_actors_config how = random_config(row);
	conc_actors_start(&how);
	w->executors = (int)(next_random(row) % (BESIDE + 1));
	for (int i = 0; i < w->executors; i++) {
		how = random_config(row);
		w->beside[i] = conc_executor_new(&how);
	}
	w->count = 1 + (int)(next_random(row) % MOST);
	w->nodes = new node[w->count] {};
	for (int i = 0; i < w->count; i++) {
		int where = (int)(next_random(row) % (unsigned)(w->executors + 1));
		w->nodes[i].world = w, w->nodes[i].id = i, w->nodes[i].row = next_random(row);
		if (where) conc_executor_place(w->beside[where - 1], &w->nodes[i]);
	}
	if (next_random(row) % 2) conc_mailbox_limit(w->server, &(struct conc_mailbox_config){ .limit = 1 + next_random(row) % 3 });
}

// Executors that send to each other are quiet together when the last parcel has arrived; one alone knows it by itself.
static void stop(struct world *w)
{
	int over;
	if (w->executors) over << w->over;
	for (int i = 0; i < w->executors; i++) conc_executor_stop(w->beside[i]);
	conc_actors_stop();
	over << w->over;
	conc_test_assert(over == 1);
}

struct foreign { struct world *world; int parcels, hops; unsigned row; };

static void *send_from_outside(void *argument)
{
	const struct foreign *f = argument;
	send_parcels(f->world, MOST + OUTSIDERS + 1, f->parcels, f->hops, f->row);
	return NULL;
}

static void play(unsigned row, int parcels, int hops)
{
	pthread_t kernel_thread;
	struct world *w = calloc(1, sizeof *w);
	echo server = {};
	w->server = &server;
	w->open = OUTSIDERS + 1;
	start(w, &row);
	task(void) clerk = spawn answer_requests(w);
	struct foreign f = { w, parcels, hops, next_random(&row) };
	if (!conc_test_seed()) {
		open_one(w);
		pthread_create(&kernel_thread, NULL, send_from_outside, &f);
	}
	{
		task(void) outside[OUTSIDERS];
		for (int i = 0; i < OUTSIDERS; i++) outside[i] = spawn send_parcels(w, MOST + i, parcels, hops, next_random(&row));
		send_parcels(w, MOST + OUTSIDERS, parcels, hops, next_random(&row));
	}
	if (!conc_test_seed()) blocking { pthread_join(kernel_thread, NULL); }
	stop(w);
	conc_close(&w->requests);
	join(clerk);
	check(w);
	delete w->nodes;
	conc_channel_fini(&w->requests);
	free(w);
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned)atol(argv[1]) : (unsigned)conc_test_seed();
	int rounds = argc > 2 ? atoi(argv[2]) : seed ? 1 : 10;
	for (int i = 0; i < rounds; i++) play(seed + (unsigned)i, conc_test_seed() ? 3 : 100, conc_test_seed() ? 2 : 8);
	puts("ok");
}
