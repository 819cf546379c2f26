// SPDX-License-Identifier: MIT
// After etcd#7902: in each round of an election the leader closes the channel for which the followers wait. All do this
// under one lock. A follower that gets the lock first waits with it for the leader; the leader and the other follower
// wait for the lock, and the thread that runs the election waits for all three.
// All have looked at the channel before the first of them waits, and the leader comes after a follower.
#include "go.h"

enum { CLIENTS = 3, LEADER = 0 };

struct election;
struct client { int number, progress; channel(int) *next; struct election *election; };
struct election { conc_mutex m; struct client clients[CLIENTS]; channel(int) *next; struct go_group group; };

static conc_barrier all_looked = { CLIENTS };
static conc_semaphore follower_has_lock;

static void release_client(struct client *c)
{
	int got;
	if (c->number == LEADER) {
		conc_close(c->election->next);
		c->election->next = new channel(int) {};
	} else {
		conc_semaphore_post(&follower_has_lock);
	}
	(void)(got << *c->next); /* stays */
}

static void take_part(struct client *c)
{
	struct election *e = c->election;
	while (c->progress < 100) {
		mutex (e->m) c->next = e->next;
		c->progress++;
		conc_barrier_wait(&all_looked);
		if (c->number == LEADER) conc_semaphore_wait(&follower_has_lock);
		mutex (e->m) release_client(c); /* stays */
	}
	go_done(&e->group);
}

static void run_election(void)
{
	struct election *e = new struct election {};
	e->next = new channel(int) {};
	go_add(&e->group, CLIENTS);
	for (int i = 0; i < CLIENTS; i++) {
		e->clients[i].number = i;
		e->clients[i].election = e;
		spawn take_part(&e->clients[i]);
	}
	go_wait(&e->group); /* stays */
}

go_test
{
	spawn run_election();
	go_until_waits(1, "run_election", "conc_condition");
	go_until_waits(1, "take_part", "receive");
	go_until_waits(2, "take_part", "conc_mutex");
}

int main(void) { test(); }
