// SPDX-License-Identifier: MIT
// After cockroach#10214: heartbeats are sent and a replica ticks. The sender holds the lock of the coalesced heartbeats
// and waits for a replica's lock. The ticking thread holds that replica's lock and waits for the coalesced heartbeats.
// A barrier lets both take their first lock before either goes on.
#include "go.h"

struct replica { conc_mutex raft, state; };

static conc_mutex coalesced;
static struct replica replicas[2];
static conc_barrier each_has_one = { 2 };

static void report_unreachable(struct replica *r)
{
	mutex (r->raft) {} /* stays */
}

static void send_heartbeats(void)
{
	mutex (coalesced) {
		conc_barrier_wait(&each_has_one);
		for (int i = 0; i < 2; i++) report_unreachable(&replicas[i]);
	}
}

static void maybe_coalesce(void)
{
	mutex (coalesced) {} /* stays */
}

static void tick(struct replica *r)
{
	mutex (r->raft) {
		conc_barrier_wait(&each_has_one);
		mutex (r->state) maybe_coalesce();
	}
}

int main(void)
{
	spawn send_heartbeats();
	spawn tick(&replicas[0]);
	go_until_waits(1, "send_heartbeats", "conc_mutex");
	go_until_waits(1, "tick", "conc_mutex");
}
