// SPDX-License-Identifier: MIT
// What the memory is compared with: the same messages, each in an envelope from malloc, in one list; no actors' system.
#include <stdlib.h>
#include <sys/resource.h>
#include "../clock.h"

enum { ACTORS = 40000, GROUP = 100 };

typedef struct member {
	struct member *group;
	int received, sent, end, batch;
} member;

typedef struct envelope {
	struct envelope *next;
	member *to;
	void (*receive)(member *self, void *message);
	void *message;
} envelope;

static member members[ACTORS];
static envelope *first, **last = &first;

static void enqueue(member *to, void (*receive)(member *self, void *message), void *message)
{
	envelope *e = malloc(sizeof *e);

	if (!e) abort();
	*e = (envelope){ NULL, to, receive, message };
	*last = e;
	last = &e->next;
}

static void tick(member *self, void *message)
{
	if (self->received == self->end) return;
	if (self->received++ % self->batch == 0)
		for (int i = 0; i < self->batch; i++) enqueue(&self->group[self->sent++ % GROUP], tick, message);
}

static double run(long rounds, int batch)
{
	for (long i = 0; i < ACTORS; i++)
		members[i] = (member){ .group = members + i / GROUP * GROUP, .end = (int)rounds * GROUP, .batch = batch };
	double start = clock_ns();
	for (long i = 0; i < ACTORS; i++) enqueue(&members[i], tick, NULL);
	while (first) {
		envelope *e = first;

		e->receive(e->to, e->message);
		first = e->next;
		if (!first) last = &first;
		free(e);
	}
	return clock_ns() - start;
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	int batch = atoi(argv[3]);
	long rounds = atol(argv[2]), missing = 0;
	struct rusage usage;

	run((rounds + 9) / 10, batch);
	double took = run(rounds, batch);
	for (long i = 0; i < ACTORS; i++) missing += members[i].end - members[i].received;
	report(took / (ACTORS * (double)(rounds * GROUP + 1)), missing);
	getrusage(RUSAGE_SELF, &usage);
	printf("MiB %.1f\n", (double)usage.ru_maxrss / 1024);
}
