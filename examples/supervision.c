// SPDX-License-Identifier: MIT
// Fetchers whose connection breaks with every fifth request. One that notices gives the request back to itself,
// fails, and is connected again by the rules under which its chief supervises it. Nothing is lost.
#include <conc.h>
#include <stdio.h>

enum { FETCHERS = 3, REQUESTS = 100 };

message page { int number; };
message request { int number; };

actor shelf { int pages; long sum; };
receive (shelf *self, page *m)
{
	self->pages++;
	self->sum += m->number;
}

actor fetcher { shelf *to; int used, connections; };
receive (fetcher *self, request *m)
{
	if (++self->used % 5 == 0) {
		self | m;
		return conc_fail(self->used);
	}
	self->to | (page){ m->number };
}

static void connect_again(void *actor)
{
	fetcher *self = actor;
	self->used = 0;
	self->connections++;
}

actor chief { int failures, given_up; };
receive (chief *self, conc_failure *m)
{
	self->failures++;
	self->given_up += m->given_up;
}

int main(void)
{
	struct conc_supervision rules = { .restarts = 10, .within = 1ms, .backoff = 200us, .restart = connect_again };
	shelf s;
	chief c;
	fetcher f[FETCHERS] = { { &s }, { &s }, { &s } };
	struct conc_mailbox_config narrow = { 16, CONC_MAILBOX_BLOCK };	// of the shelf: fetchers wait for it

	conc_mailbox_limit(&s, &narrow);
	for (int i = 0; i < FETCHERS; i++) conc_supervise(&f[i], &c, &rules);
	conc_actors_start(NULL);
	for (int n = 1; n <= REQUESTS; n++)
		for (int i = 0; i < FETCHERS; i++) f[i] | (request){ n };
	conc_actors_stop();
	printf("%d pages, sum %ld\n", s.pages, s.sum);
	printf("%d failures, %d given up, %d connections of the first\n", c.failures, c.given_up, f[0].connections);
}
