// SPDX-License-Identifier: MIT
// Savina's ThreadRing: a token makes R hops in a ring of N actors; then an order to end goes around. Once the token goes by
// reference, the same object all the way, once by value.  thread_ring [R [N]]
#include <conc.h>
#include <stdio.h>
#include "size.h"

actor station { station *next; long stations, visits; };
message token { long hops; };
message end { long stations; };

receive (station *self, end *m)
{
	if (--m->stations) self->next | m;
	return Finished;
}

receive (station *self, token *m)
{
	self->visits++;
	if (--m->hops) self->next | m;
	else self->next | (end){ self->stations };
}

static void ride(long hops, long n, token *by_reference)
{
	long visits = 0;
	station *ring = new station[n] {};
	for (long i = 0; i < n; i++) {
		ring[i].next = &ring[(i + 1) % n];
		ring[i].stations = n;
	}
	conc_actors_start(NULL);
	if (by_reference) ring[0] | by_reference;
	else ring[0] | (token){ hops };
	conc_actors_wait();
	conc_actors_stop();
	for (long i = 0; i < n; i++) {
		conc_test_assert(ring[i].visits == hops / n + (i < hops % n));
		visits += ring[i].visits;
	}
	conc_test_assert(visits == hops);
	delete ring;
}

int main(int argc, char **argv)
{
	long hops = size_of_run(argc, argv, 1, 10000, 20), n = size_of_run(argc, argv, 2, 100, 7);
	token t = { hops };
	ride(hops, n, &t);
	conc_test_assert(t.hops == 0);
	ride(hops, n, NULL);
	puts("ok");
}
