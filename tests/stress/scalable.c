/* SPDX-License-Identifier: MIT */
/* Actors that are split, under load: user threads and a kernel thread of the program's own send bursts and questions to
 * actors with all kinds of rules, while systems come and go, behaviours wait, and the number of processors changes. What
 * was sent before a question is in its answer; nothing is lost; a lost wake-up hangs. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "conc.h"
#include "conc/abi.h"

#define CHECK(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, "%s: failed: %s\n", CONC_HERE, #x); \
			abort(); \
		} \
	} while (0)

enum { ACTORS = 4, SENDERS = 4, BURST = 200 };
#if defined(__SANITIZE_THREAD__)
enum { TURNS = 6 };
#else
enum { TURNS = 30 };
#endif

typedef struct add add;
struct add { int sender; unsigned row; struct conc_message conc_message; };
CONC_MESSAGE_TYPE(add);
typedef struct ask ask;
struct ask { int sender; long expected; conc_semaphore *answered; struct conc_message conc_message; };
CONC_MESSAGE_TYPE(ask);

typedef struct tally tally;
struct tally { long of[SENDERS + 1], asked; struct conc_actor conc_actor; };
void conc_export_tally(tally *self, tally *replica);
void conc_import_tally(tally *self, tally *replica);
CONC_SCALING_TYPE(tally);
CONC_ACTOR_TYPE(tally, .conc_scaling = &conc_scaling_tally);
conc_disposition conc_receive_tally__add(tally *self, add *m);
CONC_SCALABLE_RECEIVE(tally, add);
conc_disposition conc_receive_tally__ask(tally *self, ask *m);
CONC_RECEIVE(tally, ask);

void conc_export_tally(tally *self, tally *replica) { replica->asked = self->asked; }

void conc_import_tally(tally *self, tally *replica)
{
	CHECK(self->asked == replica->asked);
	for (int i = 0; i <= SENDERS; i++) {
		self->of[i] += replica->of[i];
		replica->of[i] = 0;
	}
}

conc_disposition conc_receive_tally__add(tally *self, add *m)
{
	long before = self->of[m->sender];

	if (m->row % 64 == 0) conc_sleep(CONC_US(m->row % 50));
	else if (m->row % 16 == 1) conc_yield();
	CHECK(self->of[m->sender] == before); /* nobody else has it meanwhile */
	self->of[m->sender]++;
	return CONC_NODELETE;
}

conc_disposition conc_receive_tally__ask(tally *self, ask *m)
{
	CHECK(self->of[m->sender] == m->expected);
	self->asked++;
	if (m->answered) conc_semaphore_post(m->answered);
	return CONC_NODELETE;
}

/* ---- one system ---- */

static tally *tallies; /* of this system */

static unsigned next(unsigned *row) { return (*row = *row * 1664525u + 1013904223u) >> 8; }

static void send_all(int sender, unsigned row)
{
	long sent[ACTORS] = {0};
	conc_semaphore answered = {0};

	for (int turn = 0; turn < TURNS; turn++) {
		unsigned to = next(&row) % ACTORS;
		for (unsigned n = next(&row) % BURST; n > 0; n--, sent[to]++)
			CONC_SEND(tally, add, &tallies[to], (add){.sender = sender, .row = next(&row)});
		bool waits = next(&row) % 2;
		CONC_SEND(tally, ask, &tallies[to], (ask){sender, sent[to], waits ? &answered : NULL, {0}});
		if (waits) conc_semaphore_wait(&answered);
	}
}

CONC_TASK_TYPE_VOID(task);
CONC_SPAWN2_VOID(spawn_send_all, task, send_all, int, unsigned);

static void *send_from_outside(void *row)
{
	send_all(SENDERS, (unsigned)(uintptr_t)row);
	return NULL;
}

static struct conc_scaling random_rules(unsigned *row)
{
	return (struct conc_scaling){
		.policy = next(row) % 3 ? CONC_SCALING_AGGRESSIVE : CONC_SCALING_ADAPTIVE,
		.replicas = next(row) % 7,
		.flow = next(row) % 3 ? 0 : (conc_duration)(next(row) % 100000),
		.interval = next(row) % 2 ? 0 : (conc_duration)(next(row) % 20000),
		.fan = next(row) % 4,
		.linger = (conc_duration)(next(row) % 200000),
	};
}

static void one_system(unsigned row)
{
	tally mine[ACTORS] = {{.asked = 0}};
	task tasks[SENDERS];
	pthread_t outsider;
	struct conc_actors_config config = {.workers = 1 + next(&row) % 4, .batch = next(&row) % 10,
		.scaling = random_rules(&row), .replicas = next(&row) % 5};

	tallies = mine;
	conc_processors((int)(1 + next(&row) % 4));
	for (int i = 0; i < ACTORS; i += 2) {
		struct conc_scaling rules = random_rules(&row);
		conc_scaling_actor(&mine[i], &rules);
	}
	conc_actors_start(&config);
	pthread_create(&outsider, NULL, send_from_outside, (void *)(uintptr_t)next(&row));
	for (int i = 0; i < SENDERS; i++) tasks[i] = spawn_send_all(CONC_HERE, i, next(&row));
	for (int i = 0; i < SENDERS; i++) task_end(&tasks[i]);
	{
		CONC_BLOCKING(1);
		pthread_join(outsider, NULL);
	}
	conc_actors_stop();
	for (int i = 0; i < ACTORS; i++)
		conc_abi_actors_end(&(struct conc_abi_actors){&conc_type_tally, (char *)&mine[i], 1, CONC_HERE});
}

int main(void)
{
	const char *seconds = getenv("STRESS_SECONDS");
	uint64_t until = conc_now() + (uint64_t)CONC_S(seconds ? atoi(seconds) : 3);
	unsigned systems = 0;

	do {
		alarm(60); /* for one of them */
		one_system(systems++ * 2654435761u);
	} while (conc_now() < until);
	printf("%u systems\n", systems);
	puts("ok scalable");
	return 0;
}
