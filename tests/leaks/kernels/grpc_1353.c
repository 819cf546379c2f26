// SPDX-License-Identifier: MIT
// After grpc#1353: a balancer sends updates under its lock. The watcher that receives them tears down connections,
// which takes the same lock: it waits for the balancer, and the balancer waits for the watcher to receive the next
// update. A third thread waits for the end of the updates.
// The watcher goes on when the balancer has the lock for its next update.
#include "go.h"

struct connection { conc_mutex m; };

static conc_mutex balancer;
static channel(int) addresses, help;
static struct connection connections[2];
static _Atomic int sending;

static void watch_updates(void)
{
	mutex (balancer) {
		sending++;
		addresses << 1; /* stays */
	}
}

static void run_balancer(void)
{
	for (int i = 0; i < 100; i++) watch_updates();
	conc_close(&help);
}

static void down(void)
{
	mutex (balancer) {} /* stays */
}

static void tear_down(struct connection *c)
{
	mutex (c->m) down();
}

static void watch_addresses(void)
{
	int address, received = 0;
	while (address << addresses) {
		received++;
		while (sending == received) conc_yield();
		for (int i = 0; i < 2; i++) tear_down(&connections[i]);
	}
}

static void close_balancer(void)
{
	int got;
	(void)(got << help); /* stays */
	mutex (balancer) conc_close(&addresses);
}

int main(void)
{
	spawn run_balancer();
	spawn watch_addresses();
	spawn close_balancer();
	go_until_waits(1, "watch_addresses", "conc_mutex");
	go_until_waits(1, "run_balancer", "send");
	go_until_waits(1, "close_balancer", "receive");
}
