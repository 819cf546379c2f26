// SPDX-License-Identifier: MIT
// Random actors with random rules, and random waiting wherever code of the program runs: in scalable and ordinary behaviours,
// export, import, destroy, and between sends; ordinary behaviours fail now and then, and their actor begins again. Each ordinary
// message tells how many scalable ones its sender has sent before it, and the actor must have handled exactly these of this
// sender; each scalable one tells what its sender's last ordinary one has set. At the end each was handled once.
//     random_waits [SEED [ROUNDS]]: under seeded schedules the schedule's seed is SEED
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { ACTORS = 4, SENDERS = 4, PASSED_ON = SENDERS, BIG = 1500 };

actor chief { long told; };
receive (chief *self, conc_failure *m) { self->told += m->status; }

actor oracle { long asked; };
message question { future(int) *reply; };
receive (oracle *self, question *m) { *m->reply << (int)++self->asked; }

struct world {
	oracle *oracle;
	channel(int) numbers;
	conc_mutex lock;
	unsigned waits;	// one wait in so many chances
	long passed_on[ACTORS], wrong, replicas, ended, under_way;
};

static struct world *w;
static unsigned dice;

static unsigned roll(void)
{
	unsigned n = __atomic_add_fetch(&dice, 2654435769u, __ATOMIC_RELAXED);
	n = (n ^ n >> 16) * 2246822507u;
	n = (n ^ n >> 13) * 3266489909u;
	return n ^ n >> 16;
}

static int child(int n) { return n; }

static void maybe_wait(void)
{
	int n = 0;
	if (roll() % w->waits) return;
	switch (roll() % 7) {
	case 0: conc_yield(); break;
	case 1: conc_sleep((conc_duration)(roll() % 50) * 1us); break;
	case 2: mutex (w->lock) conc_yield(); break;
	case 3: n << w->numbers; break;
	case 4: mutex (w->lock) conc_sleep(1us); break;
	case 5: {
		task(int) t = spawn child(7);
		n << t;
		break;
	}
	case 6: {
		future(int) reply = {};
		*w->oracle | (question){ &reply };
		n << reply;
		break;
	}
	}
	if (n < 0) puts("?");
}

static void plus(long *what, long n) { __atomic_fetch_add(what, n, __ATOMIC_ACQ_REL); }

actor node { struct node *next; int number; long count[SENDERS + 1]; int set[SENDERS]; };
message item { int sender, set; bool pass_on; };
message big { inline item; char filled[BIG]; };
message counted { int sender, set; long count; };

scalable receive (node *self, item *m);
scalable receive (node *self, item *m)
{
	maybe_wait();
	if (m->sender < SENDERS && self->set[m->sender] != m->set) plus(&w->wrong, 1);
	self->count[m->sender]++;
	if (m->pass_on && self->next) {
		plus(&w->passed_on[self->number + 1], 1);
		plus(&w->under_way, 1);
		*self->next | (item){ PASSED_ON, 0, m->pass_on };
	}
	maybe_wait();
	plus(&w->under_way, -1);
}
scalable receive (node *self, big *m);
scalable receive (node *self, big *m)
{
	if (m->filled[m->set] != 1) plus(&w->wrong, 1);
	self->count[m->sender]++;
	maybe_wait();
	plus(&w->under_way, -1);
}
receive (node *self, counted *m)
{
	maybe_wait();
	if (self->count[m->sender] != m->count) plus(&w->wrong, 1);
	self->set[m->sender] = m->set;
	maybe_wait();
	plus(&w->under_way, -1);
	if (roll() % 8 == 0) return conc_fail(1);	// it begins again as it is
}
export (node *self, node *replica)
{
	maybe_wait();
	replica->next = self->next, replica->number = self->number;
	for (int i = 0; i < SENDERS; i++) replica->set[i] = self->set[i];
	plus(&w->replicas, 1);
	maybe_wait();
}
import (node *self, node *replica)
{
	maybe_wait();
	for (int i = 0; i <= SENDERS; i++) {
		self->count[i] += replica->count[i];
		replica->count[i] = 0;
	}
	maybe_wait();
}
destroy (node *self)
{
	maybe_wait();
	if (!conc_is_replica(self)) return;
	for (int i = 0; i <= SENDERS; i++)
		if (self->count[i]) plus(&w->wrong, 1);
	plus(&w->ended, 1);
}

struct sender { node *nodes; int number, rounds; long sent[ACTORS]; int set[ACTORS]; };

static void send_one(struct sender *s, int to)
{
	node *n = &s->nodes[to];
	unsigned what = roll() % 16;
	plus(&w->under_way, 1);
	if (what == 0) {
		s->set[to] = (int)(roll() % 100);
		*n | (counted){ s->number, s->set[to], s->sent[to] };
		return;
	}
	s->sent[to]++;
	if (what < 4) {
		big *b = new big { { s->number, s->set[to], false } };
		b->filled[s->set[to]] = 1;
		conc_set_disposition(b, Delete);
		*n | b;
	} else if (what == 4) {
		big b = { { s->number, s->set[to], false }, { 0 } };
		b.filled[s->set[to]] = 1;
		*n | b;
	} else {
		*n | (item){ s->number, s->set[to], roll() % 4 == 0 };
	}
}

static void run(struct sender *s)
{
	for (int i = 0; i < s->rounds; i++) {
		int to = (int)(roll() % ACTORS);
		for (unsigned burst = roll() % 12 + 1; burst; burst--) send_one(s, to);
		maybe_wait();
	}
	for (int i = 0; i < ACTORS; i++) {
		plus(&w->under_way, 1);
		s->nodes[i] | (counted){ s->number, s->set[i], s->sent[i] };
	}
}

static void serve(channel(int) *numbers)
{
	for (int i = 1; *numbers << i; i++) { }
}

static struct conc_scaling rules(void)
{
	return (struct conc_scaling){
		.policy = roll() % 4 ? CONC_SCALING_AGGRESSIVE : CONC_SCALING_ADAPTIVE,
		.replicas = roll() % 5 + 1,
		.flow = roll() % 2 * 1us,
		.interval = roll() % 2 * (roll() % 30 + 1) * 1us,
		.retry = roll() % 2 * 1us,
		.fan = roll() % 4,
		.linger = roll() % 3 * 5us,
	};
}

static void play(unsigned seed, int rounds)
{
	struct world world = { .waits = 0 };
	oracle o = {};
	chief c = {};
	conc_executor *beside = NULL;
	struct sender senders[SENDERS];
	dice = seed * 7919;
	w = &world;
	world.oracle = &o;
	world.waits = roll() % 12 + 2;
	conc_actors_start(&(struct conc_actors_config){ .workers = roll() % 4 + 1, .queues = 8, .replicas = roll() % 4 ? 0 : 5 });
	scope {
		spawn serve(&world.numbers);
		{
			node *nodes = new node[ACTORS] {};
			if (roll() % 3 == 0) beside = conc_executor_new(&(struct conc_actors_config){ .workers = roll() % 2 + 1, .queues = 2 });
			for (int i = 0; i < ACTORS; i++) {
				struct conc_scaling scaling = rules();
				if (i + 1 < ACTORS) nodes[i].next = &nodes[i + 1];
				nodes[i].number = i;
				conc_scaling_actor(&nodes[i], &scaling);
				conc_supervise(&nodes[i], &c, &(struct conc_supervision){ .restarts = 1000000, .backoff = roll() % 2 * 1us });
				if (roll() % 3 == 0) conc_mailbox_limit(&nodes[i], &(struct conc_mailbox_config){ roll() % 20 + 1, CONC_MAILBOX_BLOCK });
				if (beside && roll() % 2) conc_executor_place(beside, &nodes[i]);
			}
			scope {
				for (int i = 0; i < SENDERS; i++) {
					senders[i] = (struct sender){ .nodes = nodes, .number = i, .rounds = rounds };
					spawn run(&senders[i]);
				}
			}
			// those in the front pass on to those behind, so all must be handled before the first ends
			while (__atomic_load_n(&world.under_way, __ATOMIC_ACQUIRE) > 0) conc_sleep(100us);
			for (int i = 0; i < ACTORS; i++)
				if (roll() % 3 == 0) nodes[i] | finished_message;
			if (beside) conc_executor_stop(beside);
			conc_actors_stop();
			for (int i = 0; i < ACTORS; i++) {
				if (nodes[i].count[PASSED_ON] != world.passed_on[i]) world.wrong++;
				for (int j = 0; j < SENDERS; j++)
					if (nodes[i].count[j] != senders[j].sent[i]) world.wrong++;
			}
			world.waits = ~0u;	// the oracle is gone
			delete nodes;
		}
		conc_close(&world.numbers);
	}
	if (world.wrong || world.replicas != world.ended)
		printf("seed %u: %ld wrong, %ld replicas, %ld ended\n", seed, world.wrong, world.replicas, world.ended);
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned)atol(argv[1]) : (unsigned)conc_test_seed();
	int rounds = argc > 2 ? atoi(argv[2]) : conc_test_seed() ? 1 : 12;
	for (int i = 0; i < rounds; i++) play(seed + (unsigned)i, conc_test_seed() ? 6 : 30);
	puts("all handled once");
}
