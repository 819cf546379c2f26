// SPDX-License-Identifier: MIT
// After grpc#1353: a balancer sends updates under its lock. The watcher that receives them tears down connections,
// which takes the same lock: it waits for the balancer, and the balancer waits for the watcher to receive the next
// update. A third thread waits for the end of the updates.
// The watcher goes on when the balancer has the lock for its next update.
#include "go.h"

struct balancer { conc_mutex m; channel(int) addresses; };
struct connection { conc_mutex m; };
struct client { struct balancer balancer; struct connection connections[2]; };

static channel(int) help;
static _Atomic int sending;

static void watch_updates(struct balancer *b)
{
	mutex (b->m) {
		sending++;
		b->addresses << 1; /* stays */
	}
}

static void run_balancer(struct balancer *b)
{
	for (int i = 0; i < 100; i++) watch_updates(b);
	conc_close(&help);
}

static void down(struct balancer *b)
{
	mutex (b->m) {} /* stays */
}

static void tear_down(struct balancer *b, struct connection *c)
{
	mutex (c->m) down(b);
}

static void watch_addresses(struct client *c)
{
	int address, received = 0;
	while (address << c->balancer.addresses) {
		received++;
		while (sending == received) conc_yield();
		for (int i = 0; i < 2; i++) tear_down(&c->balancer, &c->connections[i]);
	}
}

static void close_balancer(struct balancer *b)
{
	int got;
	(void)(got << help); /* stays */
	mutex (b->m) conc_close(&b->addresses);
}

go_test
{
	struct client *c = new struct client {};
	spawn run_balancer(&c->balancer);
	spawn watch_addresses(c);
	spawn close_balancer(&c->balancer);
	go_until_waits(1, "watch_addresses", "conc_mutex");
	go_until_waits(1, "run_balancer", "send");
	go_until_waits(1, "close_balancer", "receive");
}

int main(void) { test(); }
