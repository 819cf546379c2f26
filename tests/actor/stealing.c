// SPDX-License-Identifier: MIT
// All work lies in the queues of one worker, as in the thesis's balance-one: actors join in the order of their first sends,
// and only those that fell to worker 0 get anything to do. Whoever steals what: a pair's messages stay in order, none is
// lost, behaviours of one actor do not overlap.  stealing [ROUNDS [GROUP]]
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORKERS = 4, QUEUES_EACH = 4, QUEUES = WORKERS * QUEUES_EACH, MOST = 64 };

actor loaded;
message round { int from; long number; };
message start {};
actor loaded { loaded *group; int id, size; long left, sent, seen[MOST]; bool busy; };

receive (loaded *self, round *m);

static void send_to_all(loaded *self)
{
	self->sent++;
	for (int i = 0; i < self->size; i++) self->group[i * QUEUES] | (round){ self->id, self->sent };
}

receive (loaded *self, start *m)
{
	(void)m;
	if (self->size) send_to_all(self);
}

receive (loaded *self, round *m)
{
	conc_test_assert(!self->busy);
	self->busy = true;
	conc_test_assert(m->number == ++self->seen[m->from]);
	for (volatile int spin = 0; spin < 50; spin++) { }
	if (m->from == self->id && --self->left > 0) send_to_all(self);
	self->busy = false;
}

static void play(enum conc_stealing stealing, int size, long rounds)
{
	loaded *all = new loaded[size * QUEUES] {};
	conc_actors_start(&(struct conc_actors_config){ .workers = WORKERS, .queues = QUEUES, .stealing = stealing, .batch = 16 });
	for (int i = 0; i < size; i++) {
		loaded *one = &all[i * QUEUES];
		one->group = all, one->id = i, one->size = size, one->left = rounds;
	}
	for (int i = 0; i < size * QUEUES; i++) all[i] | (start){};
	conc_actors_stop();
	struct conc_actors_statistics s;
	conc_actors_statistics(&s);
	for (int i = 0; i < size; i++)
		for (int k = 0; k < size; k++) conc_test_assert(all[i * QUEUES].seen[k] == rounds);
	conc_test_assert(s.sent == s.received && s.ended == 0 && s.created == (uint64_t)(size * QUEUES));
	conc_test_assert(stealing != CONC_STEAL_NONE || (s.steals == 0 && s.stolen == 0));
	conc_test_assert(s.steals + s.steal_empty + s.steal_swaps == s.steal_attempts);
	delete all;
}

int main(int argc, char **argv)
{
	bool seeded = conc_test_seed();
	long rounds = argc > 1 ? atol(argv[1]) : seeded ? 2 : 60;
	int size = argc > 2 ? atoi(argv[2]) : seeded ? 3 : 16;
	conc_test_assert(size <= MOST);
	play(CONC_STEAL_LONGEST, size, rounds);
	play(CONC_STEAL_RANDOM, size, rounds);
	play(CONC_STEAL_NONE, size, rounds);
	puts("ok");
}
