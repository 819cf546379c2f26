// SPDX-License-Identifier: MIT
// After cockroach#10214: heartbeats are sent and a replica ticks. The sender holds the lock of the coalesced heartbeats
// and waits for a replica's lock. The ticking thread holds that replica's lock and waits for the coalesced heartbeats.
// A barrier lets both take their first lock before either goes on.
#include "go.h"

struct store;
struct replica { conc_mutex raft, state; struct store *store; };
struct store { conc_mutex coalesced; struct replica replicas[2]; };

static conc_barrier each_has_one = { 2 };

static void report_unreachable(struct replica *r)
{
	mutex (r->raft) {} /* stays */
}

static void send_heartbeats(struct store *s)
{
	mutex (s->coalesced) {
		conc_barrier_wait(&each_has_one);
		for (int i = 0; i < 2; i++) report_unreachable(&s->replicas[i]);
	}
}

static void maybe_coalesce(struct store *s)
{
	mutex (s->coalesced) {} /* stays */
}

static void tick(struct replica *r)
{
	mutex (r->raft) {
		conc_barrier_wait(&each_has_one);
		mutex (r->state) maybe_coalesce(r->store);
	}
}

go_test
{
	struct store *s = new struct store {};
	s->replicas[0].store = s->replicas[1].store = s;
	spawn send_heartbeats(s);
	spawn tick(&s->replicas[0]);
	go_until_waits(1, "send_heartbeats", "conc_mutex");
	go_until_waits(1, "tick", "conc_mutex");
}

int main(void) { test(); }
