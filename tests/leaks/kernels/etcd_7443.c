// SPDX-License-Identifier: MIT
// After etcd#7443: a watcher receives lists of addresses from a balancer and tears down connections that are in none. A
// connection that goes down sends a list to the same channel, under the balancer's lock. The channel is full and its
// only reader is the watcher itself, which waits for ever. Two threads that close balancer and connection wait for the
// lock, and main waits for the first of them.
// The connections come up in order, and the watcher goes on when all are up.
#include "go.h"

enum { ADDRESSES = 3 };

struct list { int n, addresses[ADDRESSES]; };

struct balancer { conc_mutex m; channel(struct list) lists; struct list all; int pinned; bool closed; };

struct connection { conc_mutex m; int address; bool open; void (*down)(int address); };

static struct balancer balancer = { .lists = { 1 }, .all = { ADDRESSES, { 0, 1, 2 } } };
static conc_mutex client;
static struct connection *connections[ADDRESSES];
static bool client_closed;
static channel(int) closed;
static conc_semaphore turn[ADDRESSES + 1] = { { 1 } }, all_up;

static void down(int address)
{
	struct balancer *b = &balancer;
	mutex (b->m) {
		if (b->pinned != address) return;
		b->pinned = 0;
		(void)(b->lists << b->all); /* stays */
	}
}

static void down_of_closed(int address) { (void)address; }

static void (*up(struct balancer *b, int address))(int)
{
	mutex (b->m) {
		if (b->closed) return down_of_closed;
		if (b->pinned == 0) {
			b->pinned = address;
			b->lists << (struct list){ 1, { address } };
		}
		return down;
	}
}

static void reset_transport(struct connection *c)
{
	conc_semaphore_wait(&turn[c->address]);
	mutex (c->m) c->down = up(&balancer, c->address);
	conc_semaphore_post(&turn[c->address + 1]);
	conc_semaphore_post(&all_up);
}

static void tear_down(struct connection *c)
{
	mutex (c->m) {
		if (c->down) c->down(c->address);
		c->down = NULL;
	}
}

static void reset_connection(int address)
{
	struct connection *c = new struct connection { .address = address };
	mutex (client) {
		if (client_closed) return;
		connections[address] = c;
	}
	spawn reset_transport(c);
}

static bool contains(const struct list *l, int address)
{
	for (int i = 0; i < l->n; i++)
		if (l->addresses[i] == address) return true;
	return false;
}

static void watch(void)
{
	struct list l;
	for (int round = 0; l << balancer.lists; round++) {
		struct connection *gone[ADDRESSES] = {};
		bool added[ADDRESSES] = {};
		if (round)
			for (int i = 0; i < ADDRESSES; i++) conc_semaphore_wait(&all_up);
		mutex (client) {
			for (int a = 0; a < ADDRESSES; a++) {
				added[a] = contains(&l, a) && !connections[a];
				if (contains(&l, a)) continue;
				gone[a] = connections[a];
				connections[a] = NULL;
			}
		}
		for (int a = 0; a < ADDRESSES; a++)
			if (added[a]) reset_connection(a);
		for (int a = 0; a < ADDRESSES; a++)
			if (gone[a]) tear_down(gone[a]);
	}
}

static void close_balancer(struct balancer *b)
{
	mutex (b->m) { /* stays */
		if (b->closed) return;
		b->closed = true;
		conc_close(&b->lists);
		b->pinned = 0;
	}
}

static void close_client(void)
{
	struct connection *open[ADDRESSES];
	mutex (client) {
		memcpy(open, connections, sizeof open);
		client_closed = true;
	}
	close_balancer(&balancer);
	for (int a = 0; a < ADDRESSES; a++)
		if (open[a]) tear_down(open[a]);
}

static void close_first(void)
{
	close_balancer(&balancer);
	conc_close(&closed);
}

int main(void)
{
	int got;
	balancer.lists << balancer.all;
	spawn watch();
	go_until_waits(1, "watch", "send");
	spawn close_first();
	spawn close_client();
	(void)(got << closed); /* stays */
}
